package testudo.runner;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;

/** The folder that tests have for their files: empty when a test begins, and only there when one asks for it. */
final class TempFiles {
    private static final int FOLDER = 1;
    private static final int TEXT = 2;

    private final String parent = System.getProperty("java.io.tmpdir");
    /** The folder of the test that runs, if it has asked for it. */
    private Path folder;

    /**
     * A file of the test as a {@link File} or a {@link Path}, made unless nothing is to be there.
     *
     * @param otherwise whether the folder is to have another name than usual, and lie deeper
     * @param stored what is to be there: one of the numbers above
     * @param text the content of a file
     */
    Object make(boolean otherwise, Class<?> type, String name, int stored, Object text) throws IOException {
        if (folder == null) {
            // Of another length and depth, so that what depends on these differs.
            String own = otherwise ? "files/of the test" : "files";
            folder = Files.createDirectories(Paths.get(parent, own));
        }
        Path file = folder.resolve(name);
        if (stored == TEXT) {
            Files.write(file, ((String) text).getBytes(StandardCharsets.UTF_8));
        } else if (stored == FOLDER) {
            Files.createDirectories(file);
        }
        return type == File.class ? file.toFile() : file;
    }

    /** Removes the folder with all that the test put there. */
    void restore() {
        if (folder != null) {
            try {
                delete(folder);
            } catch (IOException | RuntimeException e) {
                // What cannot be removed stays: the next test does without an empty folder.
            }
            folder = null;
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                for (Path file : files) {
                    delete(file);
                }
            }
        }
        Files.delete(path);
    }
}

package testudo.runner;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.Paths;

/** The folders that tests have for their files: empty when a test begins, and only there once one has asked for it. */
final class TempFiles {
    private static final int FOLDER = 1;
    private static final int TEXT = 2;

    private static final String PARENT = System.getProperty("java.io.tmpdir");
    /** The folder of most tests, and another one: of another length and depth, so that what depends on these differs. */
    private final Path usual = Paths.get(PARENT, "files");
    private final Path other = Paths.get(PARENT, "other files/of the test");
    /** The folder of the test that runs, if it has asked for it. */
    private Path folder;

    /**
     * A file of the test as a {@link File} or a {@link Path}, made unless nothing is to be there.
     *
     * @param otherwise whether the folder is to be another one than usual
     * @param stored what is to be there: one of the numbers above
     * @param text the content of a file
     */
    Object make(boolean otherwise, Class<?> type, String name, int stored, Object text) throws IOException {
        if (folder == null) {
            folder = Files.createDirectories(otherwise ? other : usual);
        }
        Path file = folder.resolve(name);
        if (stored == TEXT) {
            Files.write(file, ((String) text).getBytes(StandardCharsets.UTF_8));
        } else if (stored == FOLDER) {
            Files.createDirectories(file);
        }
        return type == File.class ? file.toFile() : file;
    }

    /** Removes all that the test put into its folder. The folder stays: to make one takes longer than most tests. */
    void restore() {
        if (folder != null) {
            try {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    empty(folder);
                } else {
                    Files.deleteIfExists(folder);
                }
            } catch (IOException | RuntimeException e) {
                // What cannot be removed stays: the next test does without an empty folder.
            }
            folder = null;
        }
    }

    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                delete(file);
            }
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            empty(path);
        }
        Files.delete(path);
    }
}

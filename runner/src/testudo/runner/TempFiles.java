package testudo.runner;

import static java.nio.file.AccessMode.EXECUTE;
import static java.nio.file.AccessMode.READ;
import static java.nio.file.AccessMode.WRITE;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * The folders that tests have for their files: empty when a test begins, and only there once one has asked for it. Beside
 * them, where relative paths and the JDK's own temporary files are, is nothing when a test begins.
 */
final class TempFiles {
    private static final String PARENT = System.getProperty("java.io.tmpdir");
    private static final File ALL = new File(PARENT);
    /** In class files that may write somewhere by themselves. */
    private static final byte[][] WRITERS = {bytes("java/io/File"), bytes("java/io/RandomAccess"), bytes("java/nio/file/")};

    /** The coarsest clock of a file system, and more: FAT has the times of files in steps of two seconds. */
    private static final long COARSEST_MILLIS = 3000;
    private static final long CHANGING = -1;

    /** Whether there is such a class. */
    private static volatile boolean written;

    /** The folder of most tests, and another one: of another length and depth, so that what depends on these differs. */
    private final Path usual = Paths.get(PARENT, "files");
    private final Path other = Paths.get(PARENT, "other files/of the test");
    /** The folder of the test that runs, if it has asked for it. */
    private Path folder;
    /** When what is beside these folders changed last, if all of that is removed. */
    private long cleared = CHANGING;

    /**
     * A file of the test as a {@link File} or a {@link Path}, made unless nothing is to be there.
     *
     * @param otherwise whether the folder is to be another one than usual
     * @param stored what is to be there: a number of {@link Protocol.Stored}
     * @param text the content of a file
     */
    Object make(boolean otherwise, Class<?> type, String name, int stored, Object text) throws IOException {
        if (folder == null) {
            folder = Files.createDirectories(otherwise ? other : usual);
        }
        Path file = folder.resolve(name);
        if (stored == Protocol.Stored.TEXT) {
            Files.write(file, ((String) text).getBytes(StandardCharsets.UTF_8));
        } else if (stored == Protocol.Stored.FOLDER) {
            Files.createDirectories(file);
        }
        return type == File.class ? file.toFile() : file;
    }

    /**
     * Removes all that the test put into its folder. The folder stays, for to make one takes longer than most tests; but it
     * goes where the test has locked or replaced it.
     */
    void restore() {
        if (folder != null) {
            try {
                checkIntact(folder);
                empty(folder);
            } catch (IOException | RuntimeException e) {
                unlock(new File(PARENT));
                remove(usual);
                remove(other.getParent());
            }
            folder = null;
        }
        if (written && ALL.lastModified() != cleared) {
            clear(ALL.list());
            // What comes later gives it another time, unless that comes too soon for the clock of files.
            long modified = ALL.lastModified();
            boolean isPast = System.currentTimeMillis() - modified > COARSEST_MILLIS;
            cleared = isPast && others(ALL.list()) == 0 ? modified : CHANGING;
        }
    }

    private void clear(String[] names) {
        for (int i = 0; names != null && i < names.length; i++) {
            if (isOther(names[i])) {
                remove(Paths.get(PARENT, names[i]));
            }
        }
    }

    /** How many of these are none of the folders that stay. */
    private int others(String[] names) {
        int others = 0;
        for (int i = 0; names != null && i < names.length; i++) {
            others += isOther(names[i]) ? 1 : 0;
        }
        return others;
    }

    private boolean isOther(String name) {
        return !usual.endsWith(name) && !other.getParent().endsWith(name);
    }

    /** Takes note of a class file. */
    static void note(byte[] classFile) {
        for (int i = 0; i < WRITERS.length && !written; i++) {
            written = Out.contains(classFile, 0, classFile.length, WRITERS[i]);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Throws unless it is a folder that files can be made in and removed from. */
    private static void checkIntact(Path folder) throws IOException {
        if (!isFolder(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        folder.getFileSystem().provider().checkAccess(folder, READ, WRITE, EXECUTE);
    }

    private static void remove(Path path) {
        try {
            delete(path);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // What cannot be removed stays: the next test does without an empty folder.
        }
    }

    private static void delete(Path path) throws IOException {
        if (isFolder(path)) {
            unlock(path.toFile());
            empty(path);
        }
        Files.delete(path);
    }

    private static void empty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                delete(file);
            }
        }
    }

    /** Allows what a test may have forbidden. */
    private static void unlock(File folder) {
        folder.setReadable(true);
        folder.setWritable(true);
        folder.setExecutable(true);
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}

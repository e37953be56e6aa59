package testudo.runner.sandbox;

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
import testudo.runner.message.Protocol;
import testudo.runner.message.MessageWriter;

/**
 * Manages the folders for the files of tests. A folder is created when a test first requests a file. At the
 * start of each test, these folders are empty, and their parent folder contains no other files. Temporary
 * files of the JDK are created in the parent folder.
 */
public final class TempFiles {
    private static final String PARENT = System.getProperty("java.io.tmpdir");
    private static final File PARENT_FOLDER = new File(PARENT);
    /**
     * Parts of the names of JDK classes that read or write files. If a class file contains one of these
     * parts, the class possibly uses files.
     */
    private static final byte[][] FILE_CLASSES = {
        bytes("java/io/File"), bytes("java/io/RandomAccess"), bytes("java/nio/file/")
    };

    /**
     * Upper limit of the resolution of file times, in milliseconds. FAT stores times in steps of two seconds.
     */
    private static final long CLOCK_RESOLUTION_MILLIS = 3000;
    /** Value of {@link #clearedAt} if the parent folder possibly contains more than the folders of tests. */
    private static final long NOT_CLEARED = -1;

    /** Whether a class was loaded that possibly uses files: see {@link #FILE_CLASSES}. */
    private static volatile boolean classesMayUseFiles;

    /** Folder of tests in the usual environment. */
    private final Path usualFolder = Paths.get(PARENT, "files");
    /**
     * Folder of tests in an environment variant. The length and depth of its path differ from those of the
     * usual folder. So results that depend on the path differ, too.
     */
    private final Path variantFolder = Paths.get(PARENT, "other files/of the test");
    /** Folder of the running test, or null if the test has not requested a file. */
    private Path folder;
    /**
     * Modification time of the parent folder, in milliseconds, after the last removal of everything except
     * the folders of tests. {@link #NOT_CLEARED} if the parent folder possibly contains more than these
     * folders.
     */
    private long clearedAt = NOT_CLEARED;

    /**
     * Returns a file of the test. Creates the file if {@code stored} is not {@link Protocol.Stored#NOTHING}.
     *
     * @param isVariant whether to use the folder of the environment variants
     * @param type {@link File} or {@link Path}
     * @param stored kind of content: a number of {@link Protocol.Stored}
     * @param text content of a text file
     * @return the file as an object of {@code type}
     */
    public Object make(boolean isVariant, Class<?> type, String name, int stored, Object text)
        throws IOException {
        if (folder == null) {
            folder = Files.createDirectories(isVariant ? variantFolder : usualFolder);
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
     * Removes all files from the folder of the test, and everything except the folders of tests from the
     * parent folder. The folder of the test itself remains, because its creation takes longer than most
     * tests. But if the test replaced this folder or changed its permissions, the folder is removed.
     */
    public void restore() {
        if (folder != null) {
            try {
                checkIntact(folder);
                empty(folder);
            } catch (IOException | RuntimeException e) {
                restorePermissions(new File(PARENT));
                remove(usualFolder);
                remove(variantFolder.getParent());
            }
            folder = null;
        }
        if (classesMayUseFiles && PARENT_FOLDER.lastModified() != clearedAt) {
            clear(PARENT_FOLDER.list());
            // A later change of the folder sets another modification time, unless the resolution of file
            // times is too low. So the folder counts as cleared only if its last change is old enough.
            long modified = PARENT_FOLDER.lastModified();
            boolean isPast = System.currentTimeMillis() - modified > CLOCK_RESOLUTION_MILLIS;
            clearedAt = isPast && countOtherFiles(PARENT_FOLDER.list()) == 0 ? modified : NOT_CLEARED;
        }
    }

    /** Removes the files with the given names from the parent folder, except the folders of tests. */
    private void clear(String[] names) {
        for (int i = 0; names != null && i < names.length; i++) {
            if (isOtherFile(names[i])) {
                remove(Paths.get(PARENT, names[i]));
            }
        }
    }

    /** Returns the number of names that are not the names of folders of tests. */
    private int countOtherFiles(String[] names) {
        int count = 0;
        for (int i = 0; names != null && i < names.length; i++) {
            count += isOtherFile(names[i]) ? 1 : 0;
        }
        return count;
    }

    /** Returns whether a file in the parent folder is not a folder of tests. */
    private boolean isOtherFile(String name) {
        return !usualFolder.endsWith(name) && !variantFolder.getParent().endsWith(name);
    }

    /** Records whether a loaded class possibly uses files: see {@link #FILE_CLASSES}. */
    public static void inspect(byte[] classFile) {
        for (int i = 0; i < FILE_CLASSES.length && !classesMayUseFiles; i++) {
            classesMayUseFiles = MessageWriter.contains(classFile, 0, classFile.length, FILE_CLASSES[i]);
        }
    }

    /** Returns whether a class was loaded that possibly uses files. */
    static boolean classesMayUseFiles() {
        return classesMayUseFiles;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Throws an exception unless files can be created in the folder and removed from it. */
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
            // A file that cannot be removed stays, so the next test starts with a folder that is not empty.
        }
    }

    private static void delete(Path path) throws IOException {
        if (isFolder(path)) {
            restorePermissions(path.toFile());
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

    /** Restores the permissions of a folder, because the test possibly removed them. */
    private static void restorePermissions(File folder) {
        folder.setReadable(true);
        folder.setWritable(true);
        folder.setExecutable(true);
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}

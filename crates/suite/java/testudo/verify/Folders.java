package testudo.verify;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The folders that one test was given, each with a name that was never there before. */
final class Folders {
    private final List<Path> given = new ArrayList<>();

    /** Sets the fields of a test's object that ask for a folder. */
    void give(Object tests) throws IOException, IllegalAccessException {
        for (Field field : tests.getClass().getDeclaredFields()) {
            if (field.isAnnotationPresent(TempDir.class)) {
                Path folder = Files.createTempDirectory("junit");
                given.add(folder);
                field.setAccessible(true);
                field.set(tests, folder);
            }
        }
    }

    /** Removes the folders with all that is in them, as far as that is possible. */
    void remove() {
        for (Path folder : given) {
            try {
                delete(folder);
            } catch (IOException | RuntimeException e) {
                // The folder of this process goes with all that is in it.
            }
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

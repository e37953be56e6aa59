package testudo.verify;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What one test is given before it runs: folders, each with a name that was never there before. */
final class Preparation {
    private final List<Path> given = new ArrayList<>();

    /** Sets the fields of a test's object that ask for a folder, and calls the methods that are to run before. */
    void prepare(Object tests) throws IOException, IllegalAccessException, InvocationTargetException {
        for (Field field : tests.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (isMarked(field, GivenFolder.class)) {
                field.set(tests, folder());
            } else if (TakesFolder.class.isAssignableFrom(field.getType())) {
                ((TakesFolder) field.get(tests)).take(folder());
            }
        }
        for (Method method : tests.getClass().getDeclaredMethods()) {
            if (isMarked(method, RunBefore.class)) {
                method.setAccessible(true);
                method.invoke(tests);
            }
        }
    }

    private static boolean isMarked(AnnotatedElement element, Class<? extends Annotation> mark) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotation.annotationType().isAnnotationPresent(mark)) {
                return true;
            }
        }
        return false;
    }

    private Path folder() throws IOException {
        Path folder = Files.createTempDirectory("junit");
        given.add(folder);
        return folder;
    }

    /** Removes the folders with all that is in them, as far as that is possible. */
    void undo() {
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

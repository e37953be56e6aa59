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

/** Prepares an instance of a test class: creates new folders, and calls the methods that run before a test. */
final class Preparation {
    private final List<Path> folders = new ArrayList<>();

    /** Passes new folders to the fields that need them, and calls the methods that run before a test. */
    void prepare(Object instance) throws IOException, IllegalAccessException, InvocationTargetException {
        for (Field field : instance.getClass().getDeclaredFields()) {
            field.setAccessible(true);
            if (isMarked(field, TempFolder.class)) {
                field.set(instance, newFolder());
            } else if (FolderReceiver.class.isAssignableFrom(field.getType())) {
                ((FolderReceiver) field.get(instance)).receive(newFolder());
            }
        }
        callMarkedMethods(instance, RunBefore.class);
    }

    /** Calls the methods that run after a test. */
    static void cleanUp(Object instance) throws IllegalAccessException, InvocationTargetException {
        callMarkedMethods(instance, RunAfter.class);
    }

    private static void callMarkedMethods(Object instance, Class<? extends Annotation> mark)
            throws IllegalAccessException, InvocationTargetException {
        for (Method method : instance.getClass().getDeclaredMethods()) {
            if (isMarked(method, mark)) {
                method.setAccessible(true);
                method.invoke(instance);
            }
        }
    }

    /** Returns whether an annotation of the element is itself annotated with {@code mark}. */
    private static boolean isMarked(AnnotatedElement element, Class<? extends Annotation> mark) {
        for (Annotation annotation : element.getAnnotations()) {
            if (annotation.annotationType().isAnnotationPresent(mark)) {
                return true;
            }
        }
        return false;
    }

    private Path newFolder() throws IOException {
        Path folder = Files.createTempDirectory("junit");
        folders.add(folder);
        return folder;
    }

    /** Removes the folders with their content, as far as possible. */
    void removeFolders() {
        for (Path folder : folders) {
            try {
                delete(folder);
            } catch (IOException | RuntimeException e) {
                // The verifier later removes the parent folder of all folders of this process.
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

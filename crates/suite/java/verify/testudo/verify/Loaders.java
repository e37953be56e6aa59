package testudo.verify;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads the classes of tests. Without a path, tests share the classes of this JVM. With a path, each test
 * loads its own classes from the path. If time is short, a test uses the classes of the previous test. This
 * is possible only if the previous test passed and left no changes in static fields.
 */
final class Loaders {
    private final URL[] path;
    /** Loads each class of the path once, to find its file and package. This loader never initialises a class. */
    private final ClassLoader fileFinder;
    private final Map<String, byte[]> files = new HashMap<>();
    private final Leftovers leftovers;
    private final Pace pace;
    private IsolatedLoader latestLoader;
    /** Whether the latest test failed or left changes in static fields. */
    private boolean isChanged;

    /** Creates the loaders. {@code path} is null if tests share classes. */
    Loaders(String path, Pace pace) throws MalformedURLException {
        this.pace = pace;
        this.path = path == null ? null : urls(path);
        this.fileFinder = path == null ? null : new URLClassLoader(this.path, Main.class.getClassLoader());
        this.leftovers = path == null ? null : new Leftovers(new IsolatedLoader());
    }

    private static URL[] urls(String path) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** Returns the loader for the next test, and makes it the context class loader of this thread. */
    ClassLoader next() {
        boolean isReused = latestLoader != null && !isChanged && pace.isTooSlow();
        pace.begin();
        if (path != null && !isReused) {
            latestLoader = new IsolatedLoader();
        }
        ClassLoader next = latestLoader == null ? Main.class.getClassLoader() : latestLoader;
        Thread.currentThread().setContextClassLoader(next);
        return next;
    }

    /**
     * Describes the changes that the latest test left in static fields of its own classes. Returns an empty
     * text if there are no changes, or if tests share classes. {@code hasPassed} is true if the test passed.
     */
    String describeChanges(boolean hasPassed) {
        String changes = latestLoader == null ? "" : leftovers.describe(latestLoader.definedClasses());
        // A failed test can leave classes whose initialisation failed. The next test must load new classes.
        isChanged = !hasPassed || !changes.isEmpty();
        return changes;
    }

    private synchronized byte[] file(String name) throws ClassNotFoundException {
        byte[] file = files.get(name);
        if (file == null) {
            file = read(name);
            files.put(name, file);
        }
        return file;
    }

    private byte[] read(String name) throws ClassNotFoundException {
        try (InputStream file = fileFinder.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int read = file.read(buffer); read >= 0; read = file.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** A class loader that defines its own copies of the classes of the path. */
    private final class IsolatedLoader extends URLClassLoader {
        private final List<Class<?>> definedClasses = new ArrayList<>();

        IsolatedLoader() {
            super(path, Main.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> original = fileFinder.loadClass(name);
            byte[] file = file(name);
            definePackageOf(original);
            Class<?> found = defineClass(name, file, 0, file.length, original.getProtectionDomain());
            synchronized (definedClasses) {
                definedClasses.add(found);
            }
            return found;
        }

        List<Class<?>> definedClasses() {
            synchronized (definedClasses) {
                return new ArrayList<>(definedClasses);
            }
        }

        private void definePackageOf(Class<?> original) {
            Package source = original.getPackage();
            if (source == null || getPackage(source.getName()) != null) {
                return;
            }
            definePackage(
                    source.getName(),
                    source.getSpecificationTitle(),
                    source.getSpecificationVersion(),
                    source.getSpecificationVendor(),
                    source.getImplementationTitle(),
                    source.getImplementationVersion(),
                    source.getImplementationVendor(),
                    null);
        }
    }
}

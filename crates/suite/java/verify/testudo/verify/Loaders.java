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
 * Loads the classes of groups of tests. Each group after the first is isolated: it uses other classes than the
 * first group, and starts with the same settings of this JVM. To save time, successive isolated groups share
 * classes as long as all tests pass and {@link Leftovers} finds no change.
 */
final class Loaders {
    /** Maximum number of isolated groups that share classes. An undetected change affects at most these groups. */
    private static final int MAX_USES = 8;

    private final URL[] path;
    /** Loads the classes of the first group. Isolated loaders use it to find the files and packages of classes. */
    private final ClassLoader firstLoader;
    private final Settings settings = new Settings();
    private final Map<String, byte[]> files = new HashMap<>();
    private final Leftovers leftovers;
    private IsolatedLoader latestLoader;
    /** Number of isolated groups that have used the latest loader. */
    private int uses;
    /** Whether a test of the latest group failed or left changes in static fields. */
    private boolean isChanged;

    /**
     * Creates the loaders. {@code path} is null if the class path of this JVM contains all classes; then there is
     * only one group.
     */
    Loaders(String path) throws MalformedURLException {
        this.path = path == null ? new URL[0] : urls(path);
        ClassLoader jvmLoader = Main.class.getClassLoader();
        this.firstLoader = path == null ? jvmLoader : new URLClassLoader(this.path, jvmLoader);
        this.leftovers = new Leftovers(new IsolatedLoader());
    }

    private static URL[] urls(String path) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** Returns the loader for the first group. */
    ClassLoader first() {
        return firstLoader;
    }

    /** Restores the settings of this JVM, and returns the loader for the next isolated group. */
    ClassLoader nextIsolated() {
        settings.restore();
        if (latestLoader == null || isChanged || uses == MAX_USES) {
            latestLoader = new IsolatedLoader();
            uses = 0;
        }
        uses++;
        return latestLoader;
    }

    /**
     * Describes the changes that the latest group left in static fields. The text is empty for two reasons:
     * there are no changes, or the group is not isolated. {@code hasPassed} states whether all tests of the
     * group passed.
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
        try (InputStream file = firstLoader.getResourceAsStream(name.replace('.', '/') + ".class")) {
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
            Class<?> original = firstLoader.loadClass(name);
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

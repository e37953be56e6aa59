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

/** What loads the classes of tests: the class path of this JVM, or for each test anew those of another path. */
final class Loaders {
    private final URL[] path;
    /** Finds the classes of the path once for all loaders; none of its own is ever initialised. */
    private final ClassLoader common;
    private final Map<String, byte[]> files = new HashMap<>();
    private final Leftovers leftovers;
    private Anew latest;

    /** Each test finds its own classes, whose static state no other one has seen, if there is a path. */
    Loaders(String path) throws MalformedURLException {
        this.path = path == null ? null : urls(path);
        this.common = path == null ? null : new URLClassLoader(this.path, Main.class.getClassLoader());
        this.leftovers = path == null ? null : new Leftovers(new Anew());
    }

    private static URL[] urls(String path) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            urls.add(new File(entry).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    /** The loader for the next test. */
    ClassLoader next() {
        latest = path == null ? null : new Anew();
        ClassLoader next = latest == null ? Main.class.getClassLoader() : latest;
        Thread.currentThread().setContextClassLoader(next);
        return next;
    }

    /** What the latest test left in static fields of its own classes, in words; empty if nothing, or if the classes are not its own. */
    String left() {
        return latest == null ? "" : leftovers.of(latest.defined());
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
        try (InputStream file = common.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] part = new byte[1 << 16];
            for (int read = file.read(part); read >= 0; read = file.read(part)) {
                bytes.write(part, 0, read);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Defines classes as they are in the common loader. */
    private final class Anew extends URLClassLoader {
        private final List<Class<?>> defined = new ArrayList<>();

        Anew() {
            super(path, Main.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> like = common.loadClass(name);
            byte[] file = file(name);
            definePackageOf(like);
            Class<?> found = defineClass(name, file, 0, file.length, like.getProtectionDomain());
            synchronized (defined) {
                defined.add(found);
            }
            return found;
        }

        List<Class<?>> defined() {
            synchronized (defined) {
                return new ArrayList<>(defined);
            }
        }

        private void definePackageOf(Class<?> like) {
            Package its = like.getPackage();
            if (its == null || getPackage(its.getName()) != null) {
                return;
            }
            definePackage(
                    its.getName(),
                    its.getSpecificationTitle(),
                    its.getSpecificationVersion(),
                    its.getSpecificationVendor(),
                    its.getImplementationTitle(),
                    its.getImplementationVersion(),
                    its.getImplementationVendor(),
                    null);
        }
    }
}

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

    /** Each test finds its own classes, whose static state no other one has seen, if there is a path. */
    Loaders(String path) throws MalformedURLException {
        this.path = path == null ? null : urls(path);
        this.common = path == null ? null : new URLClassLoader(this.path, Main.class.getClassLoader());
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
        ClassLoader next = path == null ? Main.class.getClassLoader() : new Anew();
        Thread.currentThread().setContextClassLoader(next);
        return next;
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
        Anew() {
            super(path, Main.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> like = common.loadClass(name);
            byte[] file = file(name);
            definePackageOf(like);
            return defineClass(name, file, 0, file.length, like.getProtectionDomain());
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

package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;

/**
 * Loads the user's classes from what the parent process sends. The JDK's classes come from the JDK, and those of
 * this package, which instrumented code calls, from the runner itself.
 */
final class Loader extends ClassLoader {
    private final Library library;
    private final ProtectionDomain domain;
    private final Resources resources = new Resources();

    Loader(Channel channel) throws IOException {
        super(ClassLoader.getSystemClassLoader().getParent());
        library = new Library(channel);
        URL location = new File("classes").toURI().toURL();
        domain = new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null, this, null);
        setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("testudo.runner.")) {
            return Class.forName(name, false, Loader.class.getClassLoader());
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes;
        try {
            bytes = library.classFile(name.replace('.', '/'));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        TempFiles.note(bytes);
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        return defineClass(name, bytes, 0, bytes.length, domain);
    }

    /** Defines a class that the parent made for tests, unless that has been done. */
    Class<?> define(String name, byte[] bytes) {
        Class<?> known = findLoadedClass(name);
        return known == null ? defineClass(name, bytes, 0, bytes.length, domain) : known;
    }

    @Override
    protected URL findResource(String name) {
        try {
            byte[] bytes = library.resource(name);
            return bytes == null ? null : new URL("testudo", "", -1, "/" + name, resources);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL url = findResource(name);
        return url == null ? Collections.<URL>emptyEnumeration() : Collections.enumeration(Collections.singleton(url));
    }

    /** Opens the URLs that {@link #findResource} gives. */
    private final class Resources extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            byte[] bytes = library.resource(url.getPath().substring(1));
            if (bytes == null) {
                throw new FileNotFoundException(url.toString());
            }
            return new Connection(url, bytes);
        }
    }

    private static final class Connection extends URLConnection {
        private final byte[] bytes;

        Connection(URL url, byte[] bytes) {
            super(url);
            this.bytes = bytes;
        }

        @Override
        public void connect() {
            connected = true;
        }

        @Override
        public int getContentLength() {
            return bytes.length;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}

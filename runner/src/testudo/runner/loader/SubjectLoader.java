package testudo.runner.loader;

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
import testudo.runner.sandbox.TempFiles;

/**
 * Loads the user's classes from the bytes that the parent process sends. Other loaders define the classes of
 * the JDK and of the runner. Instrumented code calls the runner.
 */
public final class SubjectLoader extends ClassLoader {
    private final ClassCache cache;
    private final ProtectionDomain domain;
    private final ResourceHandler resourceHandler = new ResourceHandler();

    public SubjectLoader(ParentChannel channel) throws IOException {
        super(ClassLoader.getSystemClassLoader().getParent());
        cache = new ClassCache(channel);
        URL location = new File("classes").toURI().toURL();
        domain = new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null, this, null);
        setDefaultAssertionStatus(true);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.startsWith("testudo.runner.")) {
            return Class.forName(name, false, SubjectLoader.class.getClassLoader());
        }
        return super.loadClass(name, resolve);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes;
        try {
            bytes = cache.classFile(name.replace('.', '/'));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        TempFiles.inspect(bytes);
        int dot = name.lastIndexOf('.');
        if (dot > 0 && getPackage(name.substring(0, dot)) == null) {
            definePackage(name.substring(0, dot), null, null, null, null, null, null, null);
        }
        return defineClass(name, bytes, 0, bytes.length, domain);
    }

    /** Returns a class that the parent generated for tests. Defines the class at the first call. */
    public Class<?> define(String name, byte[] bytes) {
        Class<?> loadedClass = findLoadedClass(name);
        return loadedClass == null ? defineClass(name, bytes, 0, bytes.length, domain) : loadedClass;
    }

    @Override
    protected URL findResource(String name) {
        try {
            byte[] bytes = cache.resource(name);
            return bytes == null ? null : new URL("testudo", "", -1, "/" + name, resourceHandler);
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL url = findResource(name);
        return url == null
            ? Collections.<URL>emptyEnumeration()
            : Collections.enumeration(Collections.singleton(url));
    }

    /** Opens the URLs that {@link #findResource} returns. */
    private final class ResourceHandler extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            byte[] bytes = cache.resource(url.getPath().substring(1));
            if (bytes == null) {
                throw new FileNotFoundException(url.toString());
            }
            return new Connection(url, bytes);
        }
    }

    /** A connection to a resource whose bytes are already in memory. */
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

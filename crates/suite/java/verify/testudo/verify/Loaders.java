package testudo.verify;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** What loads the classes of tests: the class path of this JVM, or for each test anew those of another path. */
final class Loaders {
    private final URL[] path;

    /** Each test finds its own classes, whose static state no other one has seen, if there is a path. */
    Loaders(String path) throws MalformedURLException {
        this.path = path == null ? null : urls(path);
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
        ClassLoader own = Main.class.getClassLoader();
        ClassLoader next = path == null ? own : new URLClassLoader(path, own);
        Thread.currentThread().setContextClassLoader(next);
        return next;
    }
}

package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** What a test finds around it, put back after each: standard streams, {@link Settings}, what its thread has. */
final class Surroundings {
    private final InputStream in = new ByteArrayInputStream(new byte[0]);
    private final PrintStream out = new PrintStream(new Nowhere());
    private final PrintStream err = new PrintStream(new Nowhere());
    private final ClassLoader loader;
    private final Thread thread = Thread.currentThread();
    private final String name = thread.getName();
    private final int priority = thread.getPriority();

    Surroundings(ClassLoader loader) {
        this.loader = loader;
        restore();
    }

    /** Returns whether that could be done. */
    boolean restore() {
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != out) {
            System.setOut(out);
        }
        if (System.err != err) {
            System.setErr(err);
        }
        Thread.interrupted();
        boolean restored = Settings.restore();
        if (restored) {
            thread.setContextClassLoader(loader);
            if (thread.getName() != name) {
                thread.setName(name);
            }
            if (thread.getPriority() != priority) {
                thread.setPriority(priority);
            }
        }
        return restored;
    }

    /** Takes everything and keeps nothing: what is printed must neither slow a test nor block it. */
    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int b) {
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
        }
    }
}

package testudo.runner.sandbox;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Restores the environment of a test after the test: standard streams, {@link Settings}, and properties of
 * its thread.
 */
public final class Environment {
    private final InputStream in = new ByteArrayInputStream(new byte[0]);
    private final PrintStream out = new PrintStream(new NullStream());
    private final PrintStream err = new PrintStream(new NullStream());
    private final ClassLoader loader;
    private final Thread thread = Thread.currentThread();
    private final String name = thread.getName();
    private final int priority = thread.getPriority();

    public Environment(ClassLoader loader) {
        this.loader = loader;
        restore();
    }

    /** Restores the environment. Returns whether this was possible. */
    public boolean restore() {
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

    /** Drops everything. Output must neither slow a test down nor block it. */
    private static final class NullStream extends OutputStream {
        @Override
        public void write(int b) {
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
        }
    }
}

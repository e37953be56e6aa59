package testudo.runner.sandbox;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Restores the environment after each test: the standard streams, the {@link Settings}, and the interrupt
 * status, name, priority and context class loader of the thread that runs the tests.
 */
public final class Environment {
    private final InputStream in = new ByteArrayInputStream(new byte[0]);
    private final PrintStream out = new PrintStream(new NullStream());
    private final PrintStream err = new PrintStream(new NullStream());
    private final ClassLoader loader;
    private final Thread thread = Thread.currentThread();
    private final String name = thread.getName();
    private final int priority = thread.getPriority();

    /**
     * Sets up the environment of the first test. Must be called on the thread that runs the tests.
     *
     * @param loader context class loader of the thread
     */
    public Environment(ClassLoader loader) {
        this.loader = loader;
        restore();
    }

    /** Restores the environment. Returns whether the runner could restore it completely. */
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
        boolean isRestored = Settings.restore();
        if (isRestored) {
            thread.setContextClassLoader(loader);
            if (thread.getName() != name) {
                thread.setName(name);
            }
            if (thread.getPriority() != priority) {
                thread.setPriority(priority);
            }
        }
        return isRestored;
    }

    /** Drops all output, because output must neither slow down nor block a test. */
    private static final class NullStream extends OutputStream {
        @Override
        public void write(int b) {
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
        }
    }
}

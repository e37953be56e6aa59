package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/** What a test finds around it, put back after each: standard streams, locale, context class loader, interrupts. */
final class Surroundings {
    private final InputStream in = new ByteArrayInputStream(new byte[0]);
    private final PrintStream out = new PrintStream(new Nowhere());
    private final PrintStream err = new PrintStream(new Nowhere());
    private final Locale locale = Locale.getDefault();
    private final ClassLoader loader;

    Surroundings(ClassLoader loader) {
        this.loader = loader;
        restore();
    }

    void restore() {
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != out) {
            System.setOut(out);
        }
        if (System.err != err) {
            System.setErr(err);
        }
        if (Locale.getDefault() != locale) {
            Locale.setDefault(locale);
        }
        Thread.interrupted();
        Thread.currentThread().setContextClassLoader(loader);
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

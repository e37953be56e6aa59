package hostile;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/** Replaces the standard streams by streams that block or throw an exception, and by null. */
public class ReplacesStreams {
    static final class Stubborn extends OutputStream {
        @Override
        public void write(int b) {
            while (b >= -1) {
                Thread.yield();
            }
        }
    }

    public static int ordinaryWidth(String text, int most) {
        if (most <= 0) {
            return 0;
        }
        return text.length() > most ? most : text.length();
    }

    public static void blocking() {
        System.setOut(new PrintStream(new Stubborn()));
        System.setErr(System.out);
    }

    public static void throwing() {
        System.setErr(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) {
                throw new IllegalStateException("not a word");
            }
        }));
    }

    public static void none() {
        System.setOut(null);
        System.setErr(null);
        System.setIn(null);
    }

    public static void given() {
        System.setIn(new ByteArrayInputStream(new byte[] {1, 2, 3}));
    }

    public static int read() throws IOException {
        return System.in.read();
    }

    public static void say(String text) {
        System.out.println(text);
        System.err.println(text);
    }
}

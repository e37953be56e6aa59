package testudo.runner;

import java.io.IOException;
import java.io.OutputStream;

/** Sends results to the parent, several at a time. */
final class Sender {
    /** Results wait no longer than this for others to be sent with. */
    private static final long FLUSH_NANOS = 20_000_000;

    /** The results of whole tests. */
    final Out out = new Out();

    private final OutputStream stream;
    private long flushed;

    Sender(OutputStream stream) {
        this.stream = stream;
        Frames.begin(out, Protocol.Message.RESULTS);
    }

    /** To be called before each batch. */
    void begin() {
        flushed = System.nanoTime();
    }

    /** Sends what there is, be it nothing, if it is time for a sign of life. */
    void pulse() throws IOException {
        long now = System.nanoTime();
        if (now - flushed > FLUSH_NANOS) {
            flush();
            flushed = now;
        }
    }

    /** Sends what there is. */
    void flush() throws IOException {
        Frames.end(out);
        out.flush(stream);
        Frames.begin(out, Protocol.Message.RESULTS);
    }
}

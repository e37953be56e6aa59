package testudo.runner.message;

import java.io.IOException;
import java.io.OutputStream;

/** Sends results to the parent, several in one message. */
public final class ResultSender {
    /** Maximum time that results wait for others to be sent with. */
    private static final long FLUSH_NANOS = 20_000_000;

    /** Buffer of the results of complete tests. */
    public final MessageWriter out = new MessageWriter();

    private final OutputStream stream;
    private long lastFlush;

    public ResultSender(OutputStream stream) {
        this.stream = stream;
        Frames.begin(out, Protocol.Message.RESULTS);
    }

    /** Restarts the clock of {@link #flushIfDue}. Called before each batch. */
    public void begin() {
        lastFlush = System.nanoTime();
    }

    /**
     * Sends the results so far, possibly none, if the maximum time has passed. So the parent sees that the
     * worker is alive.
     */
    public void flushIfDue() throws IOException {
        long now = System.nanoTime();
        if (now - lastFlush > FLUSH_NANOS) {
            flush();
            lastFlush = now;
        }
    }

    /** Sends the results so far. */
    public void flush() throws IOException {
        Frames.end(out);
        out.flush(stream);
        Frames.begin(out, Protocol.Message.RESULTS);
    }
}

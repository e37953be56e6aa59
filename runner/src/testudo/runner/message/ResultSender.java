package testudo.runner.message;

import java.io.IOException;
import java.io.OutputStream;

/** Sends the results of tests to the parent process. A message contains the results of several tests. */
public final class ResultSender {
    /**
     * Time after which results are sent, in nanoseconds. Until then they wait for the results of further
     * tests.
     */
    private static final long FLUSH_NANOS = 20_000_000;

    /** Buffer of the results that have not been sent yet. */
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
     * Sends the results so far if {@link #FLUSH_NANOS} have passed since the last message. Sends a message
     * even if there are no results, so that the parent knows that the worker still runs.
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

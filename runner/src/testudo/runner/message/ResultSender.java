package testudo.runner.message;

import java.io.IOException;
import java.io.OutputStream;

/** Sends the results of tests to the parent process. A message contains the results of several tests. */
public final class ResultSender {
    /**
     * Minimum time between two messages of the same batch, in nanoseconds. The last message of a batch is
     * sent at once.
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

    /** Starts to measure the time for {@link #flushIfDue}. Called before each batch. */
    public void begin() {
        lastFlush = System.nanoTime();
    }

    /**
     * Sends the collected results if {@link #FLUSH_NANOS} have passed since the last message. Sends a message
     * even if there are no results, because the message shows the parent that the worker still runs.
     */
    public void flushIfDue() throws IOException {
        long now = System.nanoTime();
        if (now - lastFlush > FLUSH_NANOS) {
            flush();
            lastFlush = now;
        }
    }

    /** Sends the collected results. */
    public void flush() throws IOException {
        Frames.end(out);
        out.flush(stream);
        Frames.begin(out, Protocol.Message.RESULTS);
    }
}

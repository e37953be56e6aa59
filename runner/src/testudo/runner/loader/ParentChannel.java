package testudo.runner.loader;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import testudo.runner.message.Frames;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;

/**
 * Requests the bytes of classes and resources from the parent process. All threads can send requests.
 *
 * <p>A separate thread reads the answers. A requesting thread could overflow its stack in the middle of an
 * answer, and all later answers would then be unreadable. The separate thread also ends the JVM when the
 * parent process has ended.
 */
public final class ParentChannel implements Runnable {
    /** A request and its answer. */
    private static final class Request {
        boolean isAnswered;
        byte[] answer;
    }

    private final FileOutputStream requests;
    private final FileInputStream answers;
    /** Requests that the parent has not answered yet, with their ids as keys. */
    private final Map<Integer, Request> pendingRequests = new HashMap<Integer, Request>();
    private int nextId;
    /** Whether {@link #run} has been called. */
    private boolean isReading;

    /**
     * Opens the channel and starts the thread that reads the answers.
     *
     * @param requests path of the pipe for requests
     * @param answers path of the pipe for answers
     */
    public ParentChannel(String requests, String answers) throws IOException {
        this.requests = new FileOutputStream(requests);
        this.answers = new FileInputStream(answers);
        Thread thread = new Thread(null, this, "testudo-classes");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Requests the bytes of a class (named with slashes) or of a resource.
     *
     * @return the bytes, or null if the class or resource does not exist
     */
    byte[] request(int kind, String name) throws IOException {
        Request pending = new Request();
        send(kind, name, pending);
        boolean wasInterrupted = false;
        synchronized (pending) {
            while (!pending.isAnswered) {
                try {
                    pending.wait();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                }
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
        return pending.answer;
    }

    /** Returns whether a thread waits for an answer. */
    public boolean isWaiting() {
        synchronized (pendingRequests) {
            return !pendingRequests.isEmpty();
        }
    }

    private void send(int kind, String name, Request pending) throws IOException {
        MessageWriter out = new MessageWriter();
        synchronized (requests) {
            int id = nextId++;
            Frames.begin(out, kind);
            out.varint(id);
            out.utf16(name);
            Frames.end(out);
            synchronized (pendingRequests) {
                pendingRequests.put(id, pending);
            }
            out.flush(requests);
        }
    }

    @Override
    public void run() {
        synchronized (this) {
            if (isReading) {
                // A test found the reading thread and called its run method again.
                return;
            }
            isReading = true;
        }
        MessageReader in = new MessageReader();
        try {
            while (in.fetch(answers)) {
                int id = in.varint();
                setAnswer(id, in.u8() == 0 ? null : in.bytes());
            }
        } catch (Throwable e) {
            // Without answers, no test can load classes. The JVM ends as if the parent had ended.
        }
        Runtime.getRuntime().halt(0);
    }

    private void setAnswer(int id, byte[] bytes) {
        Request pending;
        synchronized (pendingRequests) {
            pending = pendingRequests.remove(id);
        }
        synchronized (pending) {
            pending.answer = bytes;
            pending.isAnswered = true;
            pending.notifyAll();
        }
    }
}

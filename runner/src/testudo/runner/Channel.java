package testudo.runner;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Asks the parent process for the bytes of classes and resources; any thread may.
 *
 * <p>Answers are read by a thread of its own: the asking one may be about to run out of stack, and an answer left
 * half read would put every later one out of step. That thread also notices that the parent is gone, and ends the
 * JVM.
 */
final class Channel implements Runnable {
    private static final class Question {
        boolean answered;
        byte[] answer;
    }

    private final FileOutputStream requests;
    private final FileInputStream answers;
    private final Map<Integer, Question> open = new HashMap<Integer, Question>();
    private int asked;
    private boolean reading;

    Channel(String requests, String answers) throws IOException {
        this.requests = new FileOutputStream(requests);
        this.answers = new FileInputStream(answers);
        Thread thread = new Thread(null, this, "testudo-classes");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Bytes of a class (named with slashes) or of a resource.
     *
     * @return null when there are none
     */
    byte[] ask(int kind, String name) throws IOException {
        Question question = new Question();
        send(kind, name, question);
        boolean interrupted = false;
        synchronized (question) {
            while (!question.answered) {
                try {
                    question.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return question.answer;
    }

    /** Whether somebody waits for an answer. */
    boolean isAsked() {
        synchronized (open) {
            return !open.isEmpty();
        }
    }

    private void send(int kind, String name, Question question) throws IOException {
        Out out = new Out();
        synchronized (requests) {
            int id = asked++;
            Frames.begin(out, kind);
            out.varint(id);
            out.utf16(name);
            Frames.end(out);
            synchronized (open) {
                open.put(id, question);
            }
            out.flush(requests);
        }
    }

    @Override
    public void run() {
        synchronized (this) {
            if (reading) {
                // A test got hold of the thread and runs it.
                return;
            }
            reading = true;
        }
        In in = new In();
        try {
            while (in.fetch(answers)) {
                int id = in.varint();
                answer(id, in.u8() == 0 ? null : in.bytes());
            }
        } catch (Throwable e) {
            // Without classes there is nothing left to do: the same as a parent that is gone.
        }
        Runtime.getRuntime().halt(0);
    }

    private void answer(int id, byte[] bytes) {
        Question question;
        synchronized (open) {
            question = open.remove(id);
        }
        synchronized (question) {
            question.answer = bytes;
            question.answered = true;
            question.notifyAll();
        }
    }
}

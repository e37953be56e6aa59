package testudo.runner;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Runs batches of tests and sends what they did. The numbers below are the protocol: the parent's encoder has the same. */
final class Batches {
    private static final int OBSERVE = 1;
    private static final int OBSERVE_OTHERWISE = 2;
    private static final int ASK = 3;

    private final Interpreter interpreter;
    private final Outcomes outcomes;
    private final Sender sender;
    /** Where the parent sees how many tests were begun, even after this process is gone. */
    private final ByteBuffer progress;
    private final Out seen = new Out();

    private int begun;
    private int mode;
    /** What each test of the batch may use. */
    private long ticks;

    Batches(ClassLoader loader, Outcomes outcomes, OutputStream results, ByteBuffer progress, long bytes) {
        this.outcomes = outcomes;
        this.progress = progress;
        sender = new Sender(results);
        interpreter = new Interpreter(loader, bytes);
    }

    /**
     * Runs the tests of a message and sends their results.
     *
     * @return whether the JVM is still fit for more
     */
    boolean run(In in) throws IOException {
        mode = in.u8();
        ticks = in.i64();
        interpreter.define(in);
        int count = in.varint();
        sender.begin();
        boolean fit = true;
        for (int i = 0; i < count && fit; i++) {
            int length = in.i32();
            int end = in.at() + length;
            Hints.reset(mode == ASK, mode == ASK ? in.hash(end) : 0);
            progress.putInt(0, ++begun);
            fit = test(in);
            in.seek(end);
            sender.pulse();
        }
        sender.flush();
        return fit;
    }

    private boolean test(In in) {
        boolean otherwise = mode == OBSERVE_OTHERWISE;
        boolean observe = otherwise || mode == OBSERVE;
        seen.truncate(0);
        interpreter.run(in, ticks, otherwise, observe ? seen : null);
        interpreter.report(outcomes, observe, sender.out);
        if (mode == ASK) {
            Hints.write(sender.out);
        }
        if (observe) {
            sender.out.append(seen);
            interpreter.observe(sender.out);
        }
        return interpreter.restore();
    }
}

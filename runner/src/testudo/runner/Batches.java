package testudo.runner;

import static testudo.runner.Protocol.Mode.*;

import java.io.IOException;
import java.io.OutputStream;

/** Runs batches of tests and sends what they did. */
final class Batches {
    private static final int[] NONE = {};

    /** Threads that tests may have left behind. */
    private static final int MOST_THREADS = 400;
    /** New ones after which all are given a while to end in: those that run anything do. */
    private static final int FEW_THREADS = 20;
    private static final long MILLIS_TO_END = 3;

    private final Interpreter interpreter;
    private final Effects effects;
    private final Effects sightings;
    private final Effects all;
    private final Outcomes outcomes;
    private final Sender sender;
    private final Progress progress;
    private final Out seen = new Out();
    private final Witness recorder = new Recorder(seen);

    private int mode;
    /** Which other clocks run, or 0. */
    private int otherwise;
    /** What each test of the batch may use. */
    private long ticks;
    /** Threads that outlived the last while in which nobody could do anything. */
    private int idleThreads;

    /**
     * A runner of tests that may allocate so many bytes each.
     *
     * @param coveredBelow branches with lower ids count for what mutants do
     */
    Batches(
        ClassLoader loader,
        Outcomes outcomes,
        OutputStream results,
        Progress progress,
        long bytes,
        int coveredBelow) {
        this.outcomes = outcomes;
        this.progress = progress;
        sender = new Sender(results);
        interpreter = new Interpreter(loader, bytes, progress);
        effects = new Effects(interpreter, outcomes, sender, progress, coveredBelow, false, false);
        sightings = new Effects(interpreter, outcomes, sender, progress, coveredBelow, true, false);
        all = new Effects(interpreter, outcomes, sender, progress, coveredBelow, false, true);
    }

    /**
     * Runs the tests of a message and sends their results.
     *
     * @return whether the JVM is still fit for more
     */
    boolean run(In in) throws IOException {
        mode = in.below(EVERY_MUTANT + 1);
        otherwise = mode == OBSERVE_OTHERWISE ? in.u8() : 0;
        ticks = in.i64();
        for (int closed = in.count(); closed > 0; closed--) {
            Probe.close(in.below(Probe.ids()));
        }
        Probe.quiet(in.below(Probe.closed() + 1));
        interpreter.define(in);
        int count = in.count();
        sender.begin();
        boolean fit = true;
        for (int i = 0; i < count && fit; i++) {
            Effects judge = judge();
            int[] mutants = judge == null ? NONE : mutants(in);
            int all = in.narrow(in.i32());
            Hints.reset(mode == ASK, mode == ASK ? in.hash() : 0);
            progress.test();
            fit = judge == null ? test(in) : judge.run(in, mutants, ticks);
            progress.end();
            in.widen(all);
            sender.pulse();
        }
        if (fit) {
            in.finish();
        }
        sender.flush();
        return fit && hasFewThreads() && interpreter.hasRoom();
    }

    /** Ends threads that tests have left behind; whether few are left. */
    private boolean hasFewThreads() {
        idleThreads = Math.min(idleThreads, Thread.activeCount());
        // Who may do anything may leave any running.
        if (ticks < Long.MAX_VALUE && Thread.activeCount() > idleThreads + FEW_THREADS) {
            Budget.end(BudgetError.INSTANCE);
            try {
                Thread.sleep(MILLIS_TO_END);
            } catch (InterruptedException e) {
                // By one of them.
            }
            idleThreads = Thread.activeCount();
        }
        return Thread.activeCount() < MOST_THREADS;
    }

    private Effects judge() {
        switch (mode) {
            case MUTANTS:
                return effects;
            case SIGHTINGS:
                return sightings;
            case EVERY_MUTANT:
                return all;
            default:
                return null;
        }
    }

    private static int[] mutants(In in) {
        int[] mutants = new int[in.count()];
        for (int i = 0; i < mutants.length; i++) {
            mutants[i] = in.varint();
        }
        return mutants;
    }

    private boolean test(In in) {
        boolean observe = mode == OBSERVE || mode == OBSERVE_OTHERWISE;
        seen.truncate(0);
        interpreter.run(in, ticks, otherwise, observe ? recorder : null);
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

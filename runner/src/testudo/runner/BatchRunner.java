package testudo.runner;

import static testudo.runner.message.Protocol.Mode.*;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.message.Progress;
import testudo.runner.message.ResultSender;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.observation.RunListener;
import testudo.runner.observation.ValueRecorder;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.BudgetError;

/** Runs batches of tests and sends their results to the parent. */
final class BatchRunner {
    private static final int[] NO_MUTANTS = {};

    /**
     * If at least this many threads are alive after a test, the JVM runs no further tests. The parent then
     * replaces the JVM.
     */
    private static final int THREAD_LIMIT = 400;
    /** Time in which the threads of a test must end after the end of the test, in milliseconds. */
    private static final long MILLIS_TO_END = 3;

    private final TestRunner testRunner;
    /** Reports for each mutant whether a test kills the mutant. */
    private final MutantRunner killRunner;
    /** Reports all assertions that detect a mutant. */
    private final MutantRunner assertionRunner;
    /** Reports whether a test kills the mutants, up to the first mutant that survives the test. */
    private final MutantRunner survivorRunner;
    private final OutcomeWriter outcomes;
    private final ResultSender sender;
    private final Progress progress;
    private final MessageWriter observations = new MessageWriter();
    private final RunListener valueRecorder = new ValueRecorder(observations);

    /** Mode of the batch: a number of {@code Protocol.Mode}. */
    private int mode;
    /**
     * Number of the environment variant of the batch. A variant has another clock, other random numbers,
     * another locale, another time zone and other folders. 0 is the usual environment.
     */
    private int variant;
    /** Tick limit of each test of the batch. */
    private long tickLimit;
    /**
     * Number of threads that were still alive {@link #MILLIS_TO_END} after their test. These threads execute
     * no instrumented code, so they are regarded as idle.
     */
    private int idleThreads;

    /**
     * Creates a runner of batches.
     *
     * @param arrayBytes limit of the total size of the arrays that each test allocates, in bytes
     * @param impactBranches only branches with ids below this number count in the impact of mutants: see
     *     {@link ExecutedCode}
     */
    BatchRunner(
        ClassLoader loader,
        OutcomeWriter outcomes,
        OutputStream results,
        Progress progress,
        long arrayBytes,
        int impactBranches) {
        this.outcomes = outcomes;
        this.progress = progress;
        sender = new ResultSender(results);
        testRunner = new TestRunner(loader, arrayBytes, progress);
        killRunner = new MutantRunner(testRunner, outcomes, sender, progress, impactBranches, false, false);
        assertionRunner =
            new MutantRunner(testRunner, outcomes, sender, progress, impactBranches, true, false);
        survivorRunner =
            new MutantRunner(testRunner, outcomes, sender, progress, impactBranches, false, true);
    }

    /**
     * Runs the tests of a message and sends their results.
     *
     * @return whether the JVM is fit to run further tests
     */
    boolean run(MessageReader in) throws IOException {
        mode = in.numberBelow(UNTIL_SURVIVOR + 1);
        variant = mode == OBSERVE_VARIANT ? in.u8() : 0;
        tickLimit = in.i64();
        for (int remaining = in.count(); remaining > 0; remaining--) {
            Trace.addExcludable(in.numberBelow(Trace.ids()));
        }
        Trace.exclude(in.numberBelow(Trace.excludableCount() + 1));
        testRunner.readMembers(in);
        int count = in.count();
        sender.begin();
        boolean isUsable = true;
        for (int i = 0; i < count && isUsable; i++) {
            MutantRunner mutantRunner = mutantRunner();
            int[] mutants = mutantRunner == null ? NO_MUTANTS : readMutants(in);
            int outerEnd = in.beginPart(in.i32());
            Hints.reset(mode == HINTS, mode == HINTS ? in.hash() : 0);
            progress.beginTest();
            MessageReader test = progress.isAbandoned() ? emptyTest() : in;
            isUsable = mutantRunner == null ? runTest(test) : mutantRunner.run(test, mutants, tickLimit);
            isUsable = endLeftoverThreads() && isUsable;
            progress.endTest();
            in.endPart(outerEnd);
            sender.flushIfDue();
        }
        if (isUsable) {
            in.requireEnd();
        }
        sender.flush();
        return isUsable && testRunner.ensureFreeHeap();
    }

    /** Returns a test without statements, which runs instead of a test whose result the parent ignores. */
    private static MessageReader emptyTest() throws IOException {
        byte[] message = {1, 0, 0, 0, 0};
        MessageReader test = new MessageReader();
        test.fetch(new ByteArrayInputStream(message));
        return test;
    }

    /**
     * Ends the threads that a test has left and that execute code under test. Such a thread must not disturb
     * later tests. For example, it could end the JVM, and the parent would blame a later test.
     *
     * @return whether fewer than {@link #THREAD_LIMIT} threads then remain in the JVM
     */
    private boolean endLeftoverThreads() {
        idleThreads = Math.min(idleThreads, Thread.activeCount());
        // Tests without a tick limit are allowed to leave threads running.
        if (tickLimit < Long.MAX_VALUE && Thread.activeCount() > idleThreads) {
            Budget.exhaust(BudgetError.INSTANCE);
            for (long millis = 0; millis < MILLIS_TO_END && Thread.activeCount() > idleThreads; millis++) {
                pause();
            }
            idleThreads = Thread.activeCount();
        }
        return Thread.activeCount() < THREAD_LIMIT;
    }

    /** Pauses for a millisecond, or until another thread interrupts this thread. */
    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            // A thread of a test interrupted this thread.
        }
    }

    /** Returns the runner for the mode of the batch, or null if tests do not run on mutants in this mode. */
    private MutantRunner mutantRunner() {
        switch (mode) {
            case MUTANTS:
                return killRunner;
            case DETECTIONS:
                return assertionRunner;
            case UNTIL_SURVIVOR:
                return survivorRunner;
            default:
                return null;
        }
    }

    private static int[] readMutants(MessageReader in) {
        int[] mutants = new int[in.count()];
        for (int i = 0; i < mutants.length; i++) {
            mutants[i] = in.varint();
        }
        return mutants;
    }

    private boolean runTest(MessageReader in) {
        boolean isObserved = mode == OBSERVE || mode == OBSERVE_VARIANT;
        observations.truncate(0);
        testRunner.run(in, tickLimit, variant, isObserved ? valueRecorder : null);
        testRunner.report(outcomes, isObserved, sender.out);
        if (mode == HINTS) {
            Hints.write(sender.out);
        }
        if (isObserved) {
            sender.out.append(observations);
            testRunner.observe(sender.out);
        }
        return testRunner.restore();
    }
}

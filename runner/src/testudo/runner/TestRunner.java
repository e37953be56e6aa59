package testudo.runner;

import java.lang.reflect.InvocationTargetException;

import testudo.runner.message.MalformedMessageException;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.message.Progress;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.observation.RunListener;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Mutants;
import testudo.runner.probe.ThrowProbe;
import testudo.runner.probe.Trace;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Clock;
import testudo.runner.sandbox.Environment;
import testudo.runner.sandbox.Exit;
import testudo.runner.sandbox.Heap;
import testudo.runner.sandbox.OpenFiles;
import testudo.runner.sandbox.Randomness;
import testudo.runner.sandbox.Settings;
import testudo.runner.state.Initialisers;
import testudo.runner.state.Statics;

/** Runs tests, and restores the state that the tests changed. */
final class TestRunner {
    /**
     * Maximum number of times that a test runs again. Each run can trigger the initialisation of further
     * classes.
     */
    private static final int MAX_RERUNS = 3;

    private final long arrayBytes;
    private final Interpreter interpreter;
    private final Environment environment;
    private final OpenFiles openFiles = new OpenFiles();
    private final Progress progress;

    /** Exception that the last test threw, or null. */
    private Throwable thrown;
    /** Number of ticks of the last run. */
    private long ticksUsed;
    /** Whether the last run read a clock or drew a random number. */
    private boolean isClockRead;
    /** Whether the JVM is fit to run further tests. */
    private boolean isUsable;

    /**
     * Creates a runner of tests.
     *
     * @param arrayBytes limit of the total size of the arrays that each test allocates, in bytes
     */
    TestRunner(ClassLoader loader, long arrayBytes, Progress progress) {
        this.arrayBytes = arrayBytes;
        this.progress = progress;
        interpreter = new Interpreter(loader);
        environment = new Environment(loader);
    }

    /** Reads the members that later tests refer to by number. */
    void readMembers(MessageReader in) {
        interpreter.readMembers(in);
    }

    /**
     * Runs a test. If the test triggers class initialisation, it runs again and only the last run counts. The
     * test then behaves as in a worker where an earlier test initialised the class. The state that the test
     * changed stays changed until {@link #restore}.
     *
     * @param tickLimit tick limit of the run
     * @param variant environment variant, with another clock, other random numbers, folders, locale and time
     *     zone; 0 for the usual environment
     * @param listener listener of the test, or null
     * @return whether the listener let the test run to its end
     */
    boolean run(MessageReader in, long tickLimit, int variant, RunListener listener) {
        int start = in.position();
        int mutant = Mutants.active;
        isUsable = true;
        boolean isContinued = runOnce(in, tickLimit, variant, listener);
        for (int reruns = 0; reruns < MAX_RERUNS && Initialisers.haveRun() && restoreState(); reruns++) {
            in.seek(start);
            Mutants.active = mutant;
            Hints.restart();
            if (listener != null) {
                listener.restart();
            }
            isContinued = runOnce(in, tickLimit, variant, listener);
        }
        if (Budget.isStopped() && mutant < 0) {
            interpreter.refuseLastCalled();
        }
        return isContinued;
    }

    private boolean runOnce(MessageReader in, long tickLimit, int variant, RunListener listener) {
        int count = in.count();
        thrown = null;
        boolean isContinued = true;
        reset(tickLimit, variant);
        interpreter.begin(count, variant, listener);
        if (tickLimit < Long.MAX_VALUE) {
            // The guard does not watch a test without a tick limit, because such a test is allowed to wait.
            DeadlockGuard.begin();
        }
        try {
            while (interpreter.completed() < count && isContinued) {
                progress.beginStatement(interpreter.completed());
                isContinued = interpreter.executeNext(in);
            }
            if (interpreter.completed() == count) {
                in.requireEnd();
            }
        } catch (MalformedMessageException e) {
            // A malformed message is not an exception of the test.
            throw e;
        } catch (InvocationTargetException e) {
            thrown = e.getTargetException();
        } catch (Throwable e) {
            thrown = e;
        }
        DeadlockGuard.end();
        Initialisers.leave();
        interpreter.end();
        // The depth at which a stack overflows varies. So the ticks until then vary, too.
        boolean isLimitUsed = thrown instanceof StackOverflowError && tickLimit < Long.MAX_VALUE;
        ticksUsed = isLimitUsed ? tickLimit : Math.max(0, tickLimit - Budget.ticksLeft());
        isClockRead = Clock.pollRead() || interpreter.hasReadClock();
        if (OutcomeWriter.isOutOfMemory(thrown)) {
            interpreter.dropVariables();
        }
        return isContinued;
    }

    /** Returns the number of completed statements. */
    int completed() {
        return interpreter.completed();
    }

    /** Returns the exception that the test threw, or null. */
    Throwable thrown() {
        return thrown;
    }

    /** Returns the number of ticks of the last run. */
    long ticksUsed() {
        return ticksUsed;
    }

    /** Prepares the sandbox and the trace for a run. */
    private void reset(long tickLimit, int variant) {
        Initialisers.reset();
        Trace.reset();
        ThrowProbe.reset();
        Exit.reset();
        Clock.reset(variant);
        Randomness.reset(variant);
        if (variant > 0) {
            Settings.applyVariant(variant);
        }
        Budget.reset(tickLimit, arrayBytes);
    }

    /**
     * Writes the outcome of the test, and the number of its completed statements. Then writes twice the
     * number of its ticks, plus 1 if it read a clock or drew a random number. Then writes its trace and its
     * recorded calls.
     */
    void report(OutcomeWriter outcomes, boolean withMessage, MessageWriter out) {
        outcomes.write(thrown, withMessage, out);
        out.varint(interpreter.completed());
        out.varint(ticksUsed << 1 | (isClockRead ? 1 : 0));
        Trace.write(out);
        interpreter.writeCalls(out);
    }

    /**
     * Writes the values of the variables at the end of the test. Then writes the indices of the statements
     * that read a clock or drew a random number. Then writes whether the test overwrote shared state.
     */
    void observe(MessageWriter out) {
        interpreter.writeVariables(out);
        out.u8(Statics.areOverwritten() ? 1 : 0);
    }

    /**
     * Restores the state that the test changed and drops its variables.
     *
     * @return whether the JVM is fit to run further tests
     */
    boolean restore() {
        boolean isRestored = restoreState();
        interpreter.dropVariables();
        return isRestored;
    }

    /**
     * Restores the state that the test changed, but keeps its variables. Returns whether the JVM is fit to
     * run further tests.
     */
    private boolean restoreState() {
        isUsable &= !OutcomeWriter.leavesClassUnusable(thrown);
        Statics.restore();
        isUsable &= !Budget.isInitialiserStopped() && !Statics.hasFailed();
        isUsable &= environment.restore();
        interpreter.removeFiles();
        isUsable = isUsable && openFiles.ensureAvailable();
        if (OutcomeWriter.isOutOfMemory(thrown)) {
            isUsable = isUsable && !OutcomeWriter.isOutOfMetaspace(thrown) && freeHalfOfHeap();
        }
        return isUsable;
    }

    /**
     * Returns whether the heap has room for further tests. If more than three quarters of the heap are used,
     * collects garbage, and returns whether half of the heap is then free.
     */
    boolean ensureFreeHeap() {
        return Heap.used() < Runtime.getRuntime().maxMemory() / 4 * 3 || freeHalfOfHeap();
    }

    /**
     * Returns whether half of the heap is free. If too little of the heap is free, collects garbage first.
     * Usually, no collection is necessary: most tests that exhaust the memory request one huge array, which
     * is never created, so the heap stays nearly empty.
     */
    private static boolean freeHalfOfHeap() {
        long half = Runtime.getRuntime().maxMemory() / 2;
        if (Heap.used() < half) {
            // The JVM has already collected garbage, or the heap was never full.
            return true;
        }
        System.gc();
        return Heap.used() < half;
    }
}

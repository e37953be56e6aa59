package testudo.runner;

import static testudo.runner.message.Protocol.Effect.*;

import java.io.IOException;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.message.Progress;
import testudo.runner.message.ResultSender;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.observation.ReferenceRun;
import testudo.runner.probe.Mutants;
import testudo.runner.probe.Trace;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Exit;

/**
 * Runs tests on mutants and reports the results. A test kills a mutant if one of its assertions detects the
 * mutant or if the test ends in another way.
 */
final class MutantRunner {
    /**
     * Maximum number of killed mutants before a check that the test without mutants still behaves as
     * recorded.
     */
    private static final int MAX_UNCHECKED_KILLS = 8;

    /**
     * The tick limit on a mutant is this many times the ticks of the original, plus {@link #MORE_TICKS}. So
     * an endless loop ends soon.
     */
    private static final int TICK_FACTOR = 10;
    private static final int MORE_TICKS = 1000;

    private final TestRunner testRunner;
    private final OutcomeWriter outcomes;
    private final ResultSender sender;
    private final Progress progress;
    private final boolean reportsAssertions;
    private final boolean stopsAtSurvivor;
    private final ReferenceRun reference;
    private final ExecutedCode recordedCode;
    private final MessageWriter out = new MessageWriter();

    /** Number of statements that complete without a mutant. */
    private int completed;
    /** Class of the exception that the test throws without a mutant, or null. */
    private Class<?> thrown;
    /** Tick limit on a mutant. */
    private long ticks;
    /** Whether the JVM may run further tests. */
    private boolean isUsable;
    /** Assertions that detect the mutant of the last run. */
    private final MessageWriter detectingAssertions = new MessageWriter();
    /** Number of these assertions. */
    private int assertionCount;
    /** Whether the test without a mutant still behaves as recorded. */
    private boolean isReliable;

    /**
     * Creates a runner. It reports only that a mutant is killed or, with {@code reportsAssertions}, which
     * assertions detect it.
     *
     * @param coveredBelow only branches with lower ids count for the impact of mutants
     * @param stopsAtSurvivor whether a test stops at the first mutant that survives it
     */
    MutantRunner(
        TestRunner testRunner,
        OutcomeWriter outcomes,
        ResultSender sender,
        Progress progress,
        int coveredBelow,
        boolean reportsAssertions,
        boolean stopsAtSurvivor) {
        this.testRunner = testRunner;
        this.outcomes = outcomes;
        this.sender = sender;
        this.progress = progress;
        this.reportsAssertions = reportsAssertions;
        this.stopsAtSurvivor = stopsAtSurvivor;
        reference = new ReferenceRun(reportsAssertions);
        recordedCode = new ExecutedCode(coveredBelow);
    }

    /**
     * Runs a test on mutants. Adds to the results the run without mutants, the number of mutants and the
     * result of each.
     *
     * <p>A test that behaves differently in each run, or that ends irregularly, detects no mutants. If state
     * that outlives the runs has changed, the results since the last check are dropped, because the last
     * mutants need not be the cause. Nothing is added if the JVM is unusable after a mutant.
     *
     * @param tickLimit tick limit of the test without mutants
     * @return whether the JVM may run further tests
     */
    boolean run(MessageReader in, int[] mutants, long tickLimit) throws IOException {
        int start = in.position();
        out.truncate(0);
        isReliable = record(in, tickLimit);
        // Infections are reported only for the recorded run.
        Trace.setMutantProbesOff(true);
        isReliable = isReliable && confirm(in, start, tickLimit) && isUsable;
        boolean wasReliable = isReliable;
        out.varint(mutants.length);
        int confirmed = 0;
        int confirmedEnd = out.size();
        int kills = 0;
        boolean isContinued = isReliable;
        for (int i = 0; i < mutants.length && isContinued; i++) {
            int result = testMutant(in, start, mutants[i]);
            if (!isUsable) {
                return false;
            }
            writeResult(result);
            kills += result == KILLED || result == SEEN ? 1 : 0;
            isContinued = !stopsAtSurvivor || result < SURVIVED;
            if (kills == MAX_UNCHECKED_KILLS || kills > 0 && (i + 1 == mutants.length || !isContinued)) {
                isReliable = rerunWithoutMutant(in, start);
                isContinued = isContinued && isReliable;
                kills = 0;
            }
            if (kills == 0 && isReliable) {
                confirmed = i + 1;
                confirmedEnd = out.size();
            }
            sender.flushIfDue();
        }
        out.truncate(confirmedEnd);
        for (; confirmed < mutants.length; confirmed++) {
            out.varint(NOT_RUN);
        }
        Trace.setMutantProbesOff(false);
        sender.out.append(out);
        return isUsable && isReliable == wasReliable;
    }

    private void writeResult(int result) {
        out.varint(result);
        if (result == SEEN) {
            out.varint(assertionCount);
            out.append(detectingAssertions);
        }
    }

    /** Runs the test without mutants and records it. Returns whether it can detect mutants. */
    private boolean record(MessageReader in, long tickLimit) {
        reference.record();
        testRunner.run(in, tickLimit, 0, reference);
        testRunner.report(outcomes, false, out);
        completed = testRunner.completed();
        thrown = thrownClass();
        ticks = Math.min(tickLimit, TICK_FACTOR * (tickLimit - Budget.ticksLeft()) + MORE_TICKS);
        recordedCode.record();
        boolean regular = OutcomeWriter.isRegular(testRunner.thrown());
        observeEnd();
        isUsable = testRunner.restore();
        return regular && isUsable;
    }

    /** Runs the test in another environment variant. Returns whether the test ends as recorded. */
    private boolean confirm(MessageReader in, int start, long tickLimit) throws IOException {
        sender.flushIfDue();
        in.seek(start);
        reference.confirm();
        testRunner.run(in, tickLimit, 1, reference);
        boolean isSame = endsAsRecorded();
        isUsable = testRunner.restore();
        return isSame;
    }

    /** Runs the test without mutants and returns whether it still behaves as recorded. */
    private boolean rerunWithoutMutant(MessageReader in, int start) {
        boolean isSame = compare(in, start, Mutants.NONE);
        isUsable = testRunner.restore();
        return isSame;
    }

    /** Runs the test on a mutant and returns whether it behaves as recorded. */
    private boolean compare(MessageReader in, int start, int mutant) {
        in.seek(start);
        reference.compare();
        Mutants.active = mutant;
        boolean isContinued = testRunner.run(in, ticks, 0, reference);
        Mutants.active = Mutants.NONE;
        return isContinued && endsAsRecorded();
    }

    /** Runs the test on a mutant and returns the result, a number of the protocol. */
    private int testMutant(MessageReader in, int start, int mutant) {
        progress.beginMutant();
        boolean isSame = compare(in, start, mutant);
        int impact = reference.undetectedDifferences() + recordedCode.difference();
        int result = isSame ? SURVIVED + impact : KILLED;
        assertionCount = reference.detectedDifferences();
        if (reportsAssertions && isSame && assertionCount > 0) {
            result = SEEN;
            detectingAssertions.truncate(0);
            detectingAssertions.append(reference.detectingAssertions());
        }
        // A class that could not be initialised because of the mutant stays unusable.
        boolean leavesClassUnusable = !isSame && testRunner.thrown() instanceof LinkageError;
        isUsable = testRunner.restore() && !leavesClassUnusable;
        return result;
    }

    /** Returns whether no assertion distinguishes the end of the test from the recorded one. */
    private boolean endsAsRecorded() {
        return !Exit.isRequested() && !Budget.isStopped() && testRunner.completed() == completed
            && throwsAsRecorded() && observeEnd();
    }

    /** Observes the state at the end of the test. Returns false if an assertion detects a difference. */
    private boolean observeEnd() {
        return testRunner.thrown() == null
            ? reference.observeArrays()
            : reference.observeMessage(outcomes.ownMessage(testRunner.thrown()));
    }

    /**
     * Returns whether the test throws the expected exception. A test also accepts an exception of a subclass.
     */
    private boolean throwsAsRecorded() {
        return thrown == null ? testRunner.thrown() == null : thrown.isInstance(testRunner.thrown());
    }

    private Class<?> thrownClass() {
        return testRunner.thrown() == null ? null : testRunner.thrown().getClass();
    }
}

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
import testudo.runner.state.Statics;

/**
 * Runs tests on mutants and reports the results. A test kills a mutant if one of its assertions detects the
 * mutant or if the test ends differently than without the mutant.
 */
final class MutantRunner {
    /**
     * Maximum number of killed mutants between two checks. A check runs the test without mutants again, and
     * compares this run with the recorded run.
     */
    private static final int MAX_UNCHECKED_KILLS = 8;

    /**
     * The tick limit of a run on a mutant is the number of ticks of the recorded run times this factor, plus
     * {@link #ADDITIONAL_TICKS}. An endless loop of a mutant therefore ends soon.
     */
    private static final int TICK_FACTOR = 4;
    private static final int ADDITIONAL_TICKS = 1000;
    /**
     * Maximum tick limit of a run on a mutant, without {@link #ADDITIONAL_TICKS}. For a slow test, the
     * maximum is {@link #SLOW_TICK_FACTOR} times the ticks of the recorded run, if that is more.
     */
    private static final long SLOW_TICKS = 100_000;
    private static final int SLOW_TICK_FACTOR = 2;

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
    private int completedStatements;
    /** Class of the exception that the test throws without a mutant, or null. */
    private Class<?> recordedExceptionClass;
    /** Tick limit of a run on a mutant. */
    private long mutantTickLimit;
    /** Whether the JVM is fit to run further tests. */
    private boolean isUsable;
    /** Assertions that detect the mutant of the last run. */
    private final MessageWriter detectingAssertions = new MessageWriter();
    /** Number of assertions that detect the mutant of the last run. */
    private int assertionCount;
    /** Number of statements that completed in the last run on a mutant. */
    private int endOfTest;
    /** Whether the test without a mutant still behaves as recorded. */
    private boolean isReliable;

    /**
     * Creates a runner of tests on mutants.
     *
     * @param impactBranches only branches with ids below this number count in the impact of mutants: see
     *     {@link ExecutedCode}
     * @param reportsAssertions whether to report all assertions that detect a mutant, instead of only whether
     *     the mutant is killed
     * @param stopsAtSurvivor whether to skip all mutants after the first mutant that survives the test
     */
    MutantRunner(
        TestRunner testRunner,
        OutcomeWriter outcomes,
        ResultSender sender,
        Progress progress,
        int impactBranches,
        boolean reportsAssertions,
        boolean stopsAtSurvivor) {
        this.testRunner = testRunner;
        this.outcomes = outcomes;
        this.sender = sender;
        this.progress = progress;
        this.reportsAssertions = reportsAssertions;
        this.stopsAtSurvivor = stopsAtSurvivor;
        reference = new ReferenceRun(reportsAssertions);
        recordedCode = new ExecutedCode(impactBranches);
    }

    /**
     * Runs a test on mutants. Adds three parts to the results: the run without mutants, the number of
     * mutants, and the result of each mutant. Adds nothing if the JVM is unusable after a mutant.
     *
     * <p>If the behaviour of the test differs between runs without mutants, or if the test ends irregularly,
     * the test does not run on any mutant. If a later check finds such a difference, the results after the
     * previous check are dropped, because changed state instead of the mutants possibly caused these results.
     *
     * @param tickLimit tick limit of the test without mutants
     * @return whether the JVM is fit to run further tests
     */
    boolean run(MessageReader in, int[] mutants, long tickLimit) throws IOException {
        int start = in.position();
        out.truncate(0);
        Statics.restoreAll();
        isReliable = record(in, tickLimit);
        // Infections are reported only for the recorded run.
        Trace.setMutantProbesOff(true);
        isReliable = isReliable && confirm(in, start, tickLimit) && isUsable;
        boolean wasReliable = isReliable;
        out.varint(mutants.length);
        int confirmedMutants = 0;
        int confirmedEnd = out.size();
        int uncheckedKills = 0;
        boolean isContinued = isReliable && !progress.isAbandoned();
        for (int i = 0; i < mutants.length && isContinued; i++) {
            int result = testMutant(in, start, mutants[i]);
            if (!isUsable) {
                return false;
            }
            writeResult(result);
            uncheckedKills += isKill(result) ? 1 : 0;
            isContinued = (!stopsAtSurvivor || result < SURVIVED) && !progress.isAbandoned();
            if (uncheckedKills == MAX_UNCHECKED_KILLS
                || uncheckedKills > 0 && (i + 1 == mutants.length || !isContinued)) {
                isReliable = rerunWithoutMutant(in, start);
                isContinued = isContinued && isReliable;
                uncheckedKills = 0;
            }
            if (uncheckedKills == 0 && isReliable) {
                confirmedMutants = i + 1;
                confirmedEnd = out.size();
            }
            sender.flushIfDue();
        }
        out.truncate(confirmedEnd);
        for (; confirmedMutants < mutants.length; confirmedMutants++) {
            out.varint(NOT_RUN);
        }
        Trace.setMutantProbesOff(false);
        sender.out.append(out);
        return isUsable && isReliable == wasReliable;
    }

    private static boolean isKill(int result) {
        return result == KILLED || result == DETECTED || result == ENDS_DIFFERENTLY;
    }

    private void writeResult(int result) {
        out.varint(result);
        if (result == ENDS_DIFFERENTLY) {
            out.varint(endOfTest);
        }
        if (result == DETECTED || result == ENDS_DIFFERENTLY) {
            out.varint(assertionCount);
            out.append(detectingAssertions);
        }
    }

    /**
     * Runs the test without mutants and records the run. Returns whether the test ended regularly and the JVM
     * is fit to run further tests.
     */
    private boolean record(MessageReader in, long tickLimit) {
        reference.record();
        testRunner.run(in, tickLimit, 0, reference);
        testRunner.report(outcomes, false, out);
        completedStatements = testRunner.completed();
        recordedExceptionClass = thrownClass();
        mutantTickLimit = Math.min(tickLimit, mutantTickLimit(testRunner.ticksUsed()));
        recordedCode.record();
        boolean isRegular = OutcomeWriter.isRegular(testRunner.thrown());
        observeEnd();
        isUsable = testRunner.restore();
        return isRegular && isUsable;
    }

    /** Returns the tick limit of a run on a mutant, given the number of ticks of the recorded run. */
    private static long mutantTickLimit(long ticks) {
        long slowLimit = Math.max(SLOW_TICKS, SLOW_TICK_FACTOR * ticks);
        return Math.min(TICK_FACTOR * ticks, slowLimit) + ADDITIONAL_TICKS;
    }

    /** Runs the test in an environment variant. Returns whether the test ends as recorded. */
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

    /** Runs the test on a mutant, or on no mutant, and returns whether the test behaves as recorded. */
    private boolean compare(MessageReader in, int start, int mutant) {
        in.seek(start);
        reference.compare();
        Statics.mutantWasActive = mutant != Mutants.NONE;
        Mutants.active = mutant;
        boolean isContinued = testRunner.run(in, mutantTickLimit, 0, reference);
        Mutants.active = Mutants.NONE;
        return isContinued && endsAsRecorded();
    }

    /**
     * Runs the test on a mutant and returns the result: a number of {@code Protocol.Effect}. If the mutant
     * survives, the impact is added: the number of differences between this run and the recorded run.
     */
    private int testMutant(MessageReader in, int start, int mutant) {
        progress.beginMutant();
        boolean isSame = compare(in, start, mutant);
        int impact = reference.differences() + recordedCode.difference();
        int result = isSame ? SURVIVED + impact : KILLED;
        assertionCount = reference.detectedDifferences();
        if (reportsAssertions && (!isSame || assertionCount > 0)) {
            result = isSame ? DETECTED : ENDS_DIFFERENTLY;
            endOfTest = testRunner.completed();
            detectingAssertions.truncate(0);
            detectingAssertions.append(reference.detectingAssertions());
        }
        // If the mutant made the initialisation of a class fail, the class stays unusable.
        boolean leavesClassUnusable = !isSame && testRunner.thrown() instanceof LinkageError;
        isUsable = testRunner.restore() && !leavesClassUnusable;
        return result;
    }

    /**
     * Returns whether the test ended as recorded, as far as assertions can distinguish the ends of two runs.
     */
    private boolean endsAsRecorded() {
        return !Exit.isRequested() && !Budget.isStopped() && testRunner.completed() == completedStatements
            && throwsAsRecorded() && observeEnd();
    }

    /**
     * Observes the arrays and containers that the test created, or the message of the exception that the test
     * threw. Returns false if the comparison with the recorded run ends early: see {@link ReferenceRun}.
     */
    private boolean observeEnd() {
        return testRunner.thrown() == null
            ? reference.observeOwnObjects()
            : reference.observeMessage(outcomes.ownMessage(testRunner.thrown()));
    }

    /**
     * Returns whether the test threw an exception of the recorded class, or no exception if none was
     * recorded. An exception of a subclass also counts, because a generated test accepts it.
     */
    private boolean throwsAsRecorded() {
        return recordedExceptionClass == null
            ? testRunner.thrown() == null
            : recordedExceptionClass.isInstance(testRunner.thrown());
    }

    private Class<?> thrownClass() {
        return testRunner.thrown() == null ? null : testRunner.thrown().getClass();
    }
}

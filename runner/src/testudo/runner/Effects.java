package testudo.runner;

import static testudo.runner.Protocol.Effect.*;

import java.io.IOException;

/**
 * Runs tests on mutants and tells what these do: a test kills a mutant if its assertions see it, or if it ends otherwise.
 */
final class Effects {
    /** Most mutants that are taken to be killed before it is made sure that the test without any is what it was. */
    private static final int UNCHECKED = 8;

    /** What a test may use on a mutant: so many times the ticks of the original, and these. An endless loop ends soon. */
    private static final int TICKS_TIMES = 10;
    private static final int MORE_TICKS = 1000;

    private final Interpreter interpreter;
    private final Outcomes outcomes;
    private final Sender sender;
    private final Progress progress;
    private final boolean whole;
    private final boolean needsAll;
    private final Original original;
    private final Footprint footprint;
    private final Out out = new Out();

    /** How the test ends as it is: the statements that completed, and what it threw. */
    private int done;
    private Class<?> thrown;
    private long ticks;
    private boolean fit;
    /** The assertions that see the mutant that the test ran on last, and how many they are. */
    private final Out differing = new Out();
    private int seenBy;
    /** Whether the test, without a mutant, still shows what was recorded. */
    private boolean sees;

    /**
     * Tells of mutants that are killed only that they are or, of the {@code whole} run, by which assertions.
     *
     * @param coveredBelow branches with lower ids count for what mutants do
     * @param needsAll whether a test that does not kill a mutant runs on no more
     */
    Effects(
        Interpreter interpreter,
        Outcomes outcomes,
        Sender sender,
        Progress progress,
        int coveredBelow,
        boolean whole,
        boolean needsAll) {
        this.interpreter = interpreter;
        this.outcomes = outcomes;
        this.sender = sender;
        this.progress = progress;
        this.whole = whole;
        this.needsAll = needsAll;
        original = new Original(whole);
        footprint = new Footprint(coveredBelow);
    }

    /**
     * Runs a test on mutants and adds to the results how it went without them, then the number of mutants and what each
     * does. A test that shows something else each time, or does not end as a test may end, sees nothing; and nothing more
     * once state that outlives its runs has changed, for which the last mutants need not be to blame. Nothing is
     * added if the JVM is unfit after a mutant.
     *
     * @param most the ticks that it may use without them
     * @return whether the JVM is still fit for more
     */
    boolean run(In in, int[] mutants, long most) throws IOException {
        int start = in.at();
        out.truncate(0);
        sees = record(in, most);
        // Only of that run it is told what it infects.
        Probe.silence(true);
        sees = sees && confirm(in, start, most) && fit;
        boolean saw = sees;
        out.varint(mutants.length);
        int known = 0;
        int knownEnd = out.size();
        int kills = 0;
        boolean goesOn = sees;
        for (int i = 0; i < mutants.length && goesOn; i++) {
            int effect = effect(in, start, mutants[i]);
            if (!fit) {
                return false;
            }
            tell(effect);
            kills += effect == KILLED || effect == SEEN ? 1 : 0;
            goesOn = !needsAll || effect < SURVIVED;
            if (kills == UNCHECKED || kills > 0 && (i + 1 == mutants.length || !goesOn)) {
                sees = recurs(in, start);
                goesOn = goesOn && sees;
                kills = 0;
            }
            if (kills == 0 && sees) {
                known = i + 1;
                knownEnd = out.size();
            }
            sender.pulse();
        }
        out.truncate(knownEnd);
        for (; known < mutants.length; known++) {
            out.varint(NOT_RUN);
        }
        Probe.silence(false);
        sender.out.append(out);
        return fit && sees == saw;
    }

    private void tell(int effect) {
        out.varint(effect);
        if (effect == SEEN) {
            out.varint(seenBy);
            out.append(differing);
        }
    }

    private boolean record(In in, long most) {
        original.record();
        interpreter.run(in, most, 0, original);
        interpreter.report(outcomes, false, out);
        done = interpreter.done();
        thrown = thrown();
        ticks = Math.min(most, TICKS_TIMES * (most - Budget.left()) + MORE_TICKS);
        footprint.record();
        boolean regular = Outcomes.isRegular(interpreter.thrown());
        seesEnd();
        fit = interpreter.restore();
        return regular && fit;
    }

    private boolean confirm(In in, int start, long most) throws IOException {
        sender.pulse();
        in.seek(start);
        original.confirm();
        interpreter.run(in, most, 1, original);
        boolean alike = endsAlike();
        fit = interpreter.restore();
        return alike;
    }

    /** Whether the test shows once more what was recorded. */
    private boolean recurs(In in, int start) {
        boolean alike = compare(in, start, Mutants.NONE);
        fit = interpreter.restore();
        return alike;
    }

    private boolean compare(In in, int start, int mutant) {
        in.seek(start);
        original.compare();
        Mutants.live = mutant;
        boolean goesOn = interpreter.run(in, ticks, 0, original);
        Mutants.live = Mutants.NONE;
        return goesOn && endsAlike();
    }

    private int effect(In in, int start, int mutant) {
        progress.mutant();
        boolean alike = compare(in, start, mutant);
        int effect = alike ? SURVIVED + original.unseen() + footprint.difference() : KILLED;
        seenBy = original.differences();
        if (whole && alike && seenBy > 0) {
            effect = SEEN;
            differing.truncate(0);
            differing.append(original.differing());
        }
        // A class that could not be initialised because of the mutant stays unusable.
        boolean spoilt = !alike && interpreter.thrown() instanceof LinkageError;
        fit = interpreter.restore() && !spoilt;
        return effect;
    }

    /** Whether assertions cannot tell the end of the test from the recorded one. */
    private boolean endsAlike() {
        return !Exit.requested() && !Budget.stopped() && interpreter.done() == done && throwsAlike() && seesEnd();
    }

    /** Looks at what there is to see when the test is over; false if an assertion sees a difference. */
    private boolean seesEnd() {
        return interpreter.thrown() == null
            ? original.seesArrays()
            : original.seesMessage(outcomes.ownMessage(interpreter.thrown()));
    }

    /** A test that expects an exception also takes one of a subclass. */
    private boolean throwsAlike() {
        return thrown == null ? interpreter.thrown() == null : thrown.isInstance(interpreter.thrown());
    }

    private Class<?> thrown() {
        return interpreter.thrown() == null ? null : interpreter.thrown().getClass();
    }
}

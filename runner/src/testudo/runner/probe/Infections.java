package testudo.runner.probe;

import static testudo.runner.probe.ProbeNumbers.Relation.*;

/**
 * Records how close code under test came to infecting mutants, that is, to a state in which a mutant computes
 * another value than the original (weak mutation). The distances are in the tables of {@link Trace}, where
 * each mutant has an id.
 *
 * <p>Probes throw nothing, allocate nothing and call no code under test. A probe returns at once if it has
 * nothing left to check in the running test.
 */
public final class Infections {
    // LESS, EQUAL and GREATER are the results of a comparison. The distances of the operands to these results
    // are reported under the first, second and third id of the comparison. The bit of a result also marks
    // that the result need not be checked again.

    /** Bit of a probe that is not for a comparison. The bit means that the probe need not check again. */
    private static final int SETTLED = 1;
    /** Bit of a group of probes. The bit means that no probe of the group need check again. */
    private static final int GROUP_SETTLED = 2;

    private Infections() {}

    /** Called before an instruction if each execution of the instruction infects its mutant. */
    public static void reached(int id) {
        if (Trace.settledBits(id) == 0) {
            record(true, id);
        }
    }

    // Operators ---------------------------------------------------------------------------------------------

    /**
     * Called before an operator is applied to {@code a} and {@code b}.
     *
     * @param operators numbers of {@link ProbeNumbers.BinaryOperator}, four bits each: the original in the
     *     lowest bits, then the mutants
     * @param first id of the first mutant of the operator; the other mutants have the following ids
     */
    public static void operation(int a, int b, int operators, int first) {
        if (Trace.settledBits(first) == 0) {
            recordOperation(a, b, operators, first);
        }
    }

    private static void recordOperation(int a, int b, int operators, int first) {
        boolean allInfected = true;
        int id = first;
        for (int mutantOperators = operators >>> 4; mutantOperators != 0; mutantOperators >>>= 4) {
            allInfected &= Trace.isCovered(id)
                || markInfection(isDifferent(operators & 15, mutantOperators & 15, a, b), id);
            id++;
        }
        settle(allInfected, first);
    }

    /** Called before an operator is applied to two {@code long} operands. */
    public static void operation(long a, long b, int operators, int first) {
        if (Trace.settledBits(first) == 0) {
            recordOperation(a, b, operators, first);
        }
    }

    private static void recordOperation(long a, long b, int operators, int first) {
        boolean allInfected = true;
        int id = first;
        for (int mutantOperators = operators >>> 4; mutantOperators != 0; mutantOperators >>>= 4) {
            allInfected &= Trace.isCovered(id)
                || markInfection(isDifferent(operators & 15, mutantOperators & 15, a, b), id);
            id++;
        }
        settle(allInfected, first);
    }

    /** Called before a {@code long} is shifted by an {@code int}. */
    public static void operation(long a, int b, int operators, int first) {
        operation(a, (long) b, operators, first);
    }

    public static void operation(float a, float b, int operators, int first) {
        if (Trace.settledBits(first) == 0) {
            recordOperation(a, b, true, operators, first);
        }
    }

    public static void operation(double a, double b, int operators, int first) {
        if (Trace.settledBits(first) == 0) {
            recordOperation(a, b, false, operators, first);
        }
    }

    private static void recordOperation(double a, double b, boolean isFloat, int operators, int first) {
        boolean allInfected = true;
        int id = first;
        for (int mutantOperators = operators >>> 4; mutantOperators != 0; mutantOperators >>>= 4) {
            double original = Operators.apply(operators & 15, a, b);
            double mutant = Operators.apply(mutantOperators & 15, a, b);
            boolean isInfected =
                isFloat ? isDifferent((float) original, (float) mutant) : isDifferent(original, mutant);
            allInfected &= markInfection(isInfected, id);
            id++;
        }
        settle(allInfected, first);
    }

    private static boolean isDifferent(int original, int mutant, int a, int b) {
        boolean divides = Operators.isDivision(original);
        if (b == 0 && (divides || Operators.isDivision(mutant))) {
            return !(divides && Operators.isDivision(mutant));
        }
        return Operators.apply(original, a, b) != Operators.apply(mutant, a, b);
    }

    private static boolean isDifferent(int original, int mutant, long a, long b) {
        boolean divides = Operators.isDivision(original);
        if (b == 0 && (divides || Operators.isDivision(mutant))) {
            return !(divides && Operators.isDivision(mutant));
        }
        return Operators.apply(original, a, b) != Operators.apply(mutant, a, b);
    }

    /**
     * Returns whether two numbers differ. As for boxed numbers, NaN equals NaN, and 0.0 does not equal -0.0.
     */
    private static boolean isDifferent(double a, double b) {
        return Double.compare(a, b) != 0;
    }

    // Variables and fields ----------------------------------------------------------------------------------

    /**
     * Returns whether the test has infected all mutants of a group: see {@link #settle(int, int)}. The probes
     * of such a group need not check again.
     */
    public static boolean isSettled(int first) {
        return (Trace.settledBits(first) & GROUP_SETTLED) != 0;
    }

    /**
     * Called after the probes of a group of {@code count} mutants. Marks the group if all its mutants are
     * infected.
     */
    public static void settle(int first, int count) {
        boolean allInfected = true;
        for (int id = first; id < first + count; id++) {
            allInfected &= Trace.isCovered(id);
        }
        if (allInfected) {
            Trace.addSettledBits(first, GROUP_SETTLED);
        }
    }

    /** Called where the original code reads {@code a} and a mutant reads {@code b} instead. */
    public static void differ(int a, int b, int id) {
        if (Trace.settledBits(id) == 0) {
            record(a != b, id);
        }
    }

    public static void differ(long a, long b, int id) {
        if (Trace.settledBits(id) == 0) {
            record(a != b, id);
        }
    }

    public static void differ(float a, float b, int id) {
        differ((double) a, (double) b, id);
    }

    public static void differ(double a, double b, int id) {
        if (Trace.settledBits(id) == 0) {
            record(isDifferent(a, b), id);
        }
    }

    public static void differ(Object a, Object b, int id) {
        if (Trace.settledBits(id) == 0) {
            record(a != b, id);
        }
    }

    private static void record(boolean isInfected, int id) {
        settle(markInfection(isInfected, id), id);
    }

    // Comparisons -------------------------------------------------------------------------------------------

    /**
     * Called before a jump that tests whether two references are the same. The distance to different
     * references is reported under {@code first}, and the distance to the same reference under the next id.
     */
    public static void same(Object a, Object b, int first) {
        if ((Trace.settledBits(first) & (a == b ? EQUAL : LESS)) == 0) {
            recordSame(a == b, first);
        }
    }

    /** Called before a jump that tests whether the boolean {@code a} is false. {@code b} is 0. */
    public static void same(int a, int b, int first) {
        if ((Trace.settledBits(first) & (a == b ? EQUAL : LESS)) == 0) {
            recordSame(a == b, first);
        }
    }

    private static void recordSame(boolean same, int first) {
        Trace.improve(first, same ? 1 : 0);
        Trace.improve(first + 1, same ? 0 : 1);
        Trace.addSettledBits(first, same ? EQUAL : LESS);
    }

    /** Called before a jump that compares two numbers. */
    public static void order(int a, int b, int first) {
        int result = a < b ? LESS : a == b ? EQUAL : GREATER;
        if ((Trace.settledBits(first) & result) == 0) {
            long gap = Math.abs((long) a - b);
            recordOrder(result, gap, first);
            if (Hints.areRequested) {
                Hints.order(a, b, first, Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
        }
    }

    public static void order(long a, long b, int first) {
        int result = a < b ? LESS : a == b ? EQUAL : GREATER;
        if ((Trace.settledBits(first) & result) == 0) {
            recordOrder(result, result == LESS ? Probe.gap(a, b) : Probe.gap(b, a), first);
            if (Hints.areRequested) {
                Hints.order(a, b, first, Long.MIN_VALUE, Long.MAX_VALUE);
            }
        }
    }

    /**
     * Called before a jump that tests a comparison of floating-point numbers. {@code nan} has the sign of the
     * result that the comparison returns if an operand is NaN.
     */
    public static void order(float a, float b, int nan, int first) {
        order((double) a, (double) b, nan, first);
    }

    public static void order(double a, double b, int nan, int first) {
        int result = a < b ? LESS : a > b ? GREATER : a == b ? EQUAL : nan < 0 ? LESS : GREATER;
        if ((Trace.settledBits(first) & result) == 0) {
            recordOrder(result, a < b ? Probe.gap(a, b) : Probe.gap(b, a), first);
        }
    }

    private static void recordOrder(int result, double gap, int first) {
        double next = Math.min(gap + 1, Trace.MAX_DISTANCE);
        Trace.improve(first, result == LESS ? 0 : next);
        Trace.improve(first + 1, gap);
        Trace.improve(first + 2, result == GREATER ? 0 : next);
        if (Trace.isCovered(first + 1)) {
            // The operands have been equal in this test, so the distances to the other results are at most 1.
            // Later comparisons whose result is EQUAL or the current result cannot lower these distances.
            Trace.addSettledBits(first, EQUAL | result);
        }
    }

    // Recording in the trace --------------------------------------------------------------------------------

    /**
     * Records whether a mutant computes another value now. Returns whether the test has infected the mutant,
     * now or earlier.
     */
    private static boolean markInfection(boolean isInfected, int id) {
        Trace.improve(id, isInfected ? 0 : 1);
        return Trace.isCovered(id);
    }

    private static void settle(boolean allInfected, int id) {
        if (allInfected) {
            Trace.addSettledBits(id, SETTLED);
        }
    }
}

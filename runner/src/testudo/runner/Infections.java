package testudo.runner;

/**
 * What code under test calls to tell how near it came to having a mutant give another value than the original: weak
 * mutation. Distances are those of {@link Probe}'s table; mutants have ids there.
 *
 * <p>Nothing is thrown or allocated, and no code under test is called. A probe with nothing more to learn in a test does
 * next to nothing.
 */
public final class Infections {
    // Where the operands of a comparison are: the ids of a point's first mutants in this order, and the bits of what is
    // settled. -----------------------------------------------------------------------------------------------------------

    private static final int LESS = 1;
    private static final int EQUAL = 2;
    private static final int GREATER = 4;

    /** All is settled of a probe that knows no regions. */
    private static final int ALL = 1;
    /** So it is of some probes together. */
    private static final int TOGETHER = 2;

    private Infections() {}

    /** Where reaching a mutant is enough. */
    public static void reached(int id) {
        if (Probe.settled(id) == 0) {
            see(true, id);
        }
    }

    // Operators --------------------------------------------------------------------------------------------------------

    /**
     * Before {@code a} and {@code b} are combined.
     *
     * @param operators numbers of {@link Operators}, four bits each: in the lowest the original's, then those of the
     *     mutants from {@code first} on
     */
    public static void operation(int a, int b, int operators, int first) {
        if (Probe.settled(first) == 0) {
            seeOperation(a, b, operators, first);
        }
    }

    private static void seeOperation(int a, int b, int operators, int first) {
        boolean all = true;
        int id = first;
        for (int rest = operators >>> 4; rest != 0; rest >>>= 4) {
            all &= Probe.isCovered(id) || note(disagree(operators & 15, rest & 15, a, b), id);
            id++;
        }
        settle(all, first);
    }

    /** The same for {@code long}, and for shifts of one. */
    public static void operation(long a, long b, int operators, int first) {
        if (Probe.settled(first) == 0) {
            seeOperation(a, b, operators, first);
        }
    }

    private static void seeOperation(long a, long b, int operators, int first) {
        boolean all = true;
        int id = first;
        for (int rest = operators >>> 4; rest != 0; rest >>>= 4) {
            all &= Probe.isCovered(id) || note(disagree(operators & 15, rest & 15, a, b), id);
            id++;
        }
        settle(all, first);
    }

    public static void operation(long a, int b, int operators, int first) {
        operation(a, (long) b, operators, first);
    }

    public static void operation(float a, float b, int operators, int first) {
        if (Probe.settled(first) == 0) {
            seeOperation(a, b, true, operators, first);
        }
    }

    public static void operation(double a, double b, int operators, int first) {
        if (Probe.settled(first) == 0) {
            seeOperation(a, b, false, operators, first);
        }
    }

    private static void seeOperation(double a, double b, boolean isFloat, int operators, int first) {
        boolean all = true;
        int id = first;
        for (int rest = operators >>> 4; rest != 0; rest >>>= 4) {
            double original = Operators.apply(operators & 15, a, b);
            double mutant = Operators.apply(rest & 15, a, b);
            all &= note(isFloat ? differ((float) original, (float) mutant) : differ(original, mutant), id);
            id++;
        }
        settle(all, first);
    }

    private static boolean disagree(int original, int mutant, int a, int b) {
        boolean divides = Operators.isDivision(original);
        if (b == 0 && (divides || Operators.isDivision(mutant))) {
            return !(divides && Operators.isDivision(mutant));
        }
        return Operators.apply(original, a, b) != Operators.apply(mutant, a, b);
    }

    private static boolean disagree(int original, int mutant, long a, long b) {
        boolean divides = Operators.isDivision(original);
        if (b == 0 && (divides || Operators.isDivision(mutant))) {
            return !(divides && Operators.isDivision(mutant));
        }
        return Operators.apply(original, a, b) != Operators.apply(mutant, a, b);
    }

    /** As objects they differ: a NaN is like itself, and the zeros are not. */
    private static boolean differ(double a, double b) {
        return Double.compare(a, b) != 0;
    }

    // Variables and fields -----------------------------------------------------------------------------------------------

    /** Whether {@link #settle} found nothing more to learn of the mutants from {@code first} on. */
    public static boolean isSettled(int first) {
        return (Probe.settled(first) & TOGETHER) != 0;
    }

    /** Behind several probes of {@code count} mutants. */
    public static void settle(int first, int count) {
        boolean all = true;
        for (int id = first; id < first + count; id++) {
            all &= Probe.isCovered(id);
        }
        if (all) {
            Probe.settle(first, TOGETHER);
        }
    }

    /** Where {@code a} is read, and a mutant reads {@code b}. */
    public static void differ(int a, int b, int id) {
        if (Probe.settled(id) == 0) {
            see(a != b, id);
        }
    }

    public static void differ(long a, long b, int id) {
        if (Probe.settled(id) == 0) {
            see(a != b, id);
        }
    }

    public static void differ(float a, float b, int id) {
        differ((double) a, (double) b, id);
    }

    public static void differ(double a, double b, int id) {
        if (Probe.settled(id) == 0) {
            see(differ(a, b), id);
        }
    }

    public static void differ(Object a, Object b, int id) {
        if (Probe.settled(id) == 0) {
            see(a != b, id);
        }
    }

    private static void see(boolean differs, int id) {
        settle(note(differs, id), id);
    }

    // Comparisons ----------------------------------------------------------------------------------------------------------

    /** Before a jump on whether two references are the same: differing ones are told under {@code first}. */
    public static void same(Object a, Object b, int first) {
        if ((Probe.settled(first) & (a == b ? EQUAL : LESS)) == 0) {
            seeSame(a == b, first);
        }
    }

    /** Before a jump on whether a boolean is false. */
    public static void same(int a, int b, int first) {
        if ((Probe.settled(first) & (a == b ? EQUAL : LESS)) == 0) {
            seeSame(a == b, first);
        }
    }

    private static void seeSame(boolean same, int first) {
        Probe.improve(first, same ? 1 : 0);
        Probe.improve(first + 1, same ? 0 : 1);
        Probe.settle(first, same ? EQUAL : LESS);
    }

    /** Before a jump on a comparison of numbers. */
    public static void order(int a, int b, int first) {
        int region = a < b ? LESS : a == b ? EQUAL : GREATER;
        if ((Probe.settled(first) & region) == 0) {
            seeOrder(region, region == LESS ? Probe.gap((long) a, (long) b) : Probe.gap((long) b, (long) a), first);
        }
    }

    public static void order(long a, long b, int first) {
        int region = a < b ? LESS : a == b ? EQUAL : GREATER;
        if ((Probe.settled(first) & region) == 0) {
            seeOrder(region, region == LESS ? Probe.gap(a, b) : Probe.gap(b, a), first);
        }
    }

    /** The same of fractions; {@code nan} is negative or positive as what the comparison gives for a NaN. */
    public static void order(float a, float b, int nan, int first) {
        order((double) a, (double) b, nan, first);
    }

    public static void order(double a, double b, int nan, int first) {
        int region = a < b ? LESS : a > b ? GREATER : a == b ? EQUAL : nan < 0 ? LESS : GREATER;
        if ((Probe.settled(first) & region) == 0) {
            seeOrder(region, a < b ? Probe.gap(a, b) : Probe.gap(b, a), first);
        }
    }

    private static void seeOrder(int region, double gap, int first) {
        double next = Math.min(gap + 1, Probe.FARTHEST);
        Probe.improve(first, region == LESS ? 0 : next);
        Probe.improve(first + 1, gap);
        Probe.improve(first + 2, region == GREATER ? 0 : next);
        if (Probe.isCovered(first + 1)) {
            // None of the others is farther than 1 now.
            Probe.settle(first, EQUAL | region);
        }
    }

    // The table ------------------------------------------------------------------------------------------------------------

    /** Whether the mutant gave another value in this test. */
    private static boolean note(boolean differs, int id) {
        Probe.improve(id, differs ? 0 : 1);
        return Probe.isCovered(id);
    }

    private static void settle(boolean all, int id) {
        if (all) {
            Probe.settle(id, ALL);
        }
    }
}

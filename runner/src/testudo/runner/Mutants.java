package testudo.runner;

/**
 * What instrumented code does instead of what mutants may change: all mutants of a class are there at once, and a number
 * chooses the one that lives (mutant schemata: Untch, Offutt and Harrold, 1993). Most methods are told the number of the
 * first mutant that is made at a place; those of a place follow each other.
 */
public final class Mutants {
    /** Of no mutant. */
    static final int NONE = -1;

    /** The number of the mutant that lives, or -1 for none. */
    public static int live = NONE;

    private static final int LESS = 1;
    private static final int EQUAL = 2;
    private static final int GREATER = 4;

    private static final int NEGATE = 1;
    private static final int INCREMENT = 2;

    private Mutants() {}

    /** Whether something is left out. */
    public static boolean isLive(int mutant) {
        return live == mutant;
    }

    /**
     * What goes at a place: of the original, which stands in the lowest four bits, and of the mutants from {@code first} on,
     * which stand above it, four bits each.
     */
    private static int choice(int choices, int first) {
        int chosen = live - first;
        if (chosen >= 0 && chosen < 7) {
            int choice = choices >>> 4 * chosen + 4 & 15;
            if (choice != 0) {
                return choice;
            }
        }
        return choices & 15;
    }

    // Values -----------------------------------------------------------------------------------------------------------------

    /** What is read: {@code other} in a mutant. */
    public static int choose(int original, int other, int mutant) {
        return live == mutant ? other : original;
    }

    public static long choose(long original, long other, int mutant) {
        return live == mutant ? other : original;
    }

    public static float choose(float original, float other, int mutant) {
        return live == mutant ? other : original;
    }

    public static double choose(double original, double other, int mutant) {
        return live == mutant ? other : original;
    }

    public static Object choose(Object original, Object other, int mutant) {
        return live == mutant ? other : original;
    }

    /** A number that is read: negated, one more or one less in mutants, as the changes say. */
    public static int change(int value, int changes, int first) {
        int change = choice(changes, first);
        return change == 0 ? value : change == NEGATE ? -value : change == INCREMENT ? value + 1 : value - 1;
    }

    public static long change(long value, int changes, int first) {
        int change = choice(changes, first);
        return change == 0 ? value : change == NEGATE ? -value : change == INCREMENT ? value + 1 : value - 1;
    }

    public static float change(float value, int changes, int first) {
        int change = choice(changes, first);
        return change == 0 ? value : change == NEGATE ? -value : change == INCREMENT ? value + 1 : value - 1;
    }

    public static double change(double value, int changes, int first) {
        int change = choice(changes, first);
        return change == 0 ? value : change == NEGATE ? -value : change == INCREMENT ? value + 1 : value - 1;
    }

    // Operators, by the numbers of Operators -----------------------------------------------------------------------------

    public static int operation(int a, int b, int operators, int first) {
        return Operators.apply(choice(operators, first), a, b);
    }

    public static long operation(long a, long b, int operators, int first) {
        return Operators.apply(choice(operators, first), a, b);
    }

    public static long operation(long a, int b, int operators, int first) {
        return Operators.apply(choice(operators, first), a, (long) b);
    }

    public static float operation(float a, float b, int operators, int first) {
        return (float) Operators.apply(choice(operators, first), (double) a, (double) b);
    }

    public static double operation(double a, double b, int operators, int first) {
        return Operators.apply(choice(operators, first), a, b);
    }

    // Comparisons: whether to jump -------------------------------------------------------------------------------------------

    /** The relations are sets of less, equal and greater; each with a bit that tells that it is there. */
    public static boolean order(int a, int b, int relations, int first) {
        return (choice(relations, first) & (a < b ? LESS : a == b ? EQUAL : GREATER)) != 0;
    }

    /** The same where numbers only differ or not: {@code LESS} if they do. */
    public static boolean same(int a, int b, int relations, int first) {
        return (choice(relations, first) & (a == b ? EQUAL : LESS)) != 0;
    }

    public static boolean same(Object a, Object b, int relations, int first) {
        return (choice(relations, first) & (a == b ? EQUAL : LESS)) != 0;
    }

    // Elements of arrays, left out in a mutant --------------------------------------------------------------------------

    public static void store(int[] array, int index, int value, int mutant) {
        if (live != mutant) {
            array[index] = value;
        }
    }

    public static void store(long[] array, int index, long value, int mutant) {
        if (live != mutant) {
            array[index] = value;
        }
    }

    public static void store(float[] array, int index, float value, int mutant) {
        if (live != mutant) {
            array[index] = value;
        }
    }

    public static void store(double[] array, int index, double value, int mutant) {
        if (live != mutant) {
            array[index] = value;
        }
    }

    public static void store(Object[] array, int index, Object value, int mutant) {
        if (live != mutant) {
            array[index] = value;
        }
    }

    public static void store(char[] array, int index, int value, int mutant) {
        if (live != mutant) {
            array[index] = (char) value;
        }
    }

    public static void store(short[] array, int index, int value, int mutant) {
        if (live != mutant) {
            array[index] = (short) value;
        }
    }

    /** One instruction stores to both {@code byte[]} and {@code boolean[]}. */
    public static void store(Object array, int index, int value, int mutant) {
        if (live == mutant) {
            return;
        }
        if (array instanceof boolean[]) {
            ((boolean[]) array)[index] = (value & 1) != 0;
        } else {
            ((byte[]) array)[index] = (byte) value;
        }
    }
}

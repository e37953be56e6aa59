package testudo.runner.probe;

import static testudo.runner.probe.ProbeNumbers.Relation.*;
import static testudo.runner.probe.ProbeNumbers.UnaryOperator.*;

/**
 * Executes mutants. All mutants of a class are compiled into one class, and a number selects the active
 * mutant (mutant schemata: Untch, Offutt and Harrold, 1993). Instrumented code calls these methods instead of
 * the instructions that mutants change. Most methods receive the number of the first mutant of an
 * instruction. The mutants of an instruction have consecutive numbers.
 */
public final class Mutants {
    /** Value of {@link #active} if no mutant is active. */
    public static final int NONE = -1;

    /** Number of the active mutant, or {@link #NONE}. */
    public static int active = NONE;

    private Mutants() {}

    /**
     * Returns whether a mutant that deletes an instruction is active. If so, the caller skips the
     * instruction.
     */
    public static boolean isActive(int mutant) {
        return active == mutant;
    }

    /**
     * Returns the operator, relation or change to execute. Returns the choice of the active mutant if this
     * mutant changes the current instruction. Otherwise returns the choice of the original code.
     *
     * @param choices four bits for each choice: the choice of the original code in the lowest bits, then the
     *     choices of the mutants
     * @param first number of the first mutant of the instruction
     */
    private static int choice(int choices, int first) {
        int chosen = active - first;
        if (chosen >= 0 && chosen < 7) {
            int choice = choices >>> 4 * chosen + 4 & 15;
            if (choice != 0) {
                return choice;
            }
        }
        return choices & 15;
    }

    // Values ------------------------------------------------------------------------------------------------

    /** Returns {@code other} if the mutant is active, otherwise {@code original}. */
    public static int choose(int original, int other, int mutant) {
        return active == mutant ? other : original;
    }

    public static long choose(long original, long other, int mutant) {
        return active == mutant ? other : original;
    }

    public static float choose(float original, float other, int mutant) {
        return active == mutant ? other : original;
    }

    public static double choose(double original, double other, int mutant) {
        return active == mutant ? other : original;
    }

    public static Object choose(Object original, Object other, int mutant) {
        return active == mutant ? other : original;
    }

    /**
     * Returns {@code value} if no mutant of the instruction is active. Otherwise returns the negated,
     * incremented or decremented value.
     */
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

    // Operators, identified by the numbers in BinaryOperator ------------------------------------------------

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

    // Comparisons, which return whether to jump -------------------------------------------------------------

    /**
     * Compares two numbers and returns whether to jump. A relation is a set of the bits in
     * {@link ProbeNumbers.Relation}.
     */
    public static boolean order(int a, int b, int relations, int first) {
        return (choice(relations, first) & (a < b ? LESS : a == b ? EQUAL : GREATER)) != 0;
    }

    /**
     * Compares two booleans and returns whether to jump. In a relation, the bit {@code LESS} means different
     * values.
     */
    public static boolean same(int a, int b, int relations, int first) {
        return (choice(relations, first) & (a == b ? EQUAL : LESS)) != 0;
    }

    public static boolean same(Object a, Object b, int relations, int first) {
        return (choice(relations, first) & (a == b ? EQUAL : LESS)) != 0;
    }

    // Writes of array elements, which are skipped if the mutant is active -----------------------------------

    public static void store(int[] array, int index, int value, int mutant) {
        if (active != mutant) {
            array[index] = value;
        }
    }

    public static void store(long[] array, int index, long value, int mutant) {
        if (active != mutant) {
            array[index] = value;
        }
    }

    public static void store(float[] array, int index, float value, int mutant) {
        if (active != mutant) {
            array[index] = value;
        }
    }

    public static void store(double[] array, int index, double value, int mutant) {
        if (active != mutant) {
            array[index] = value;
        }
    }

    public static void store(Object[] array, int index, Object value, int mutant) {
        if (active != mutant) {
            array[index] = value;
        }
    }

    public static void store(char[] array, int index, int value, int mutant) {
        if (active != mutant) {
            array[index] = (char) value;
        }
    }

    public static void store(short[] array, int index, int value, int mutant) {
        if (active != mutant) {
            array[index] = (short) value;
        }
    }

    /**
     * Writes an element of a {@code byte[]} or {@code boolean[]}, unless the mutant is active. The JVM has
     * one instruction for both types.
     */
    public static void store(Object array, int index, int value, int mutant) {
        if (active == mutant) {
            return;
        }
        if (array instanceof boolean[]) {
            ((boolean[]) array)[index] = (value & 1) != 0;
        } else {
            ((byte[]) array)[index] = (byte) value;
        }
    }
}

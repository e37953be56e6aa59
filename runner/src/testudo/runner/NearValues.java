package testudo.runner;

import java.lang.reflect.Array;

/**
 * How near comparisons of values came to what a jump on their result asks for; see {@link Near}. Those of order stand
 * before calls like {@code a.compareTo(b)} and {@code Double.compare(a, b)} whose result is compared with 0.
 */
public final class NearValues {
    private NearValues() {}

    /** Before {@code a.equals(b)} and {@code Objects.equals(a, b)}; {@code a.compareTo(b) == 0}. */
    public static void equal(Object a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != b && a != null && b != null) {
            if (NearContainers.isContainer(a)) {
                NearContainers.equal(a, b, yes);
            } else {
                Near.see(Difference.values(a, b), yes);
                hint(a, b, yes);
            }
        }
    }

    /** Before {@code a.compareTo(b) < 0}. */
    public static void less(Object a, Object b, int yes, int no) {
        if (Probe.isOpen(yes, no) && Difference.areOfOneKind(a, b)) {
            if (a instanceof String) {
                // The result itself tells how far it is, only not which text would do.
                if (Hints.asked && ((String) a).compareTo((String) b) < 0) {
                    Hints.equal((String) a, (String) b, no);
                }
            } else if (Difference.isBoxedNumber(a) && !isFloating(a)) {
                less(((Number) a).longValue(), ((Number) b).longValue(), yes, no);
            } else {
                less(Difference.position(a), Difference.position(b), yes, no);
            }
        }
    }

    /** Before {@code a.compareTo(b) > 0}. */
    public static void greater(Object a, Object b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Before {@code Objects.deepEquals(a, b)}. */
    public static void deepEqual(Object a, Object b, int yes, int no) {
        if (isArray(a) && isArray(b)) {
            equalArrays(a, b, yes, no);
        } else {
            equal(a, b, yes, no);
        }
    }

    private static boolean isArray(Object object) {
        return object != null && object.getClass().isArray();
    }

    /** Before {@code Arrays.equals(a, b)} and {@code Arrays.deepEquals(a, b)}. */
    public static void equalArrays(Object a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null && b != null) {
            equalArrays(a, b, yes);
        }
    }

    static void equalArrays(Object a, Object b, int yes) {
        Near.see(Difference.arrays(a, b), yes);
        int length = Hints.asked ? Math.min(Array.getLength(a), Array.getLength(b)) : 0;
        for (int i = 0; i < Math.min(length, Difference.ELEMENTS); i++) {
            hint(Array.get(a, i), Array.get(b, i), yes);
        }
    }

    // Numbers -------------------------------------------------------------------------------------------------------

    /** Before {@code Integer.compare(a, b) == 0}, and the same of smaller types. */
    public static void equal(int a, int b, int yes, int no) {
        equal((long) a, (long) b, yes, no);
    }

    /** Before {@code Integer.compare(a, b) < 0}, and the same of smaller types. */
    public static void less(int a, int b, int yes, int no) {
        less((long) a, (long) b, yes, no);
    }

    /** Before {@code Integer.compare(a, b) > 0}, and the same of smaller types. */
    public static void greater(int a, int b, int yes, int no) {
        less((long) b, (long) a, yes, no);
    }

    /** Before {@code Long.compare(a, b) == 0}. */
    public static void equal(long a, long b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != b) {
            Near.see(Math.abs((double) a - (double) b), yes);
            if (Hints.asked) {
                Hints.equal(a, b, yes);
            }
        }
    }

    /** Before {@code Long.compare(a, b) < 0}. */
    public static void less(long a, long b, int yes, int no) {
        if (Probe.isOpen(yes, no)) {
            order((double) a - (double) b, a < b, yes, no);
            if (Hints.asked) {
                Hints.less(a, b, yes, no, Long.MIN_VALUE, Long.MAX_VALUE);
            }
        }
    }

    /** Before {@code Long.compare(a, b) > 0}. */
    public static void greater(long a, long b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Before {@code Double.compare(a, b) == 0}. */
    public static void equal(double a, double b, int yes, int no) {
        if (!Probe.isCovered(yes) && Double.compare(a, b) != 0) {
            Near.see(Math.abs(a - b), yes);
            if (Hints.asked) {
                Hints.equal(a, b, yes);
            }
        }
    }

    /** Before {@code Double.compare(a, b) < 0}. */
    public static void less(double a, double b, int yes, int no) {
        if (Probe.isOpen(yes, no)) {
            order(a - b, Double.compare(a, b) < 0, yes, no);
            if (Hints.asked) {
                Hints.less(a, b, yes, no);
            }
        }
    }

    /** Before {@code Double.compare(a, b) > 0}. */
    public static void greater(double a, double b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Before {@code Float.compare(a, b) == 0}. */
    public static void equal(float a, float b, int yes, int no) {
        equal((double) a, (double) b, yes, no);
    }

    /** Before {@code Float.compare(a, b) < 0}. */
    public static void less(float a, float b, int yes, int no) {
        less((double) a, (double) b, yes, no);
    }

    /** Before {@code Float.compare(a, b) > 0}. */
    public static void greater(float a, float b, int yes, int no) {
        less((double) b, (double) a, yes, no);
    }

    /** How far two that differ by {@code gap} are from being in the other order than they are. */
    private static void order(double gap, boolean isLess, int yes, int no) {
        if (isLess) {
            Near.see(-gap, no);
        } else {
            Near.see(gap + 1, yes);
        }
    }

    // Hints ---------------------------------------------------------------------------------------------------------

    /** Gives hints where two values of one kind are not equal. */
    static void hint(Object a, Object b, int yes) {
        if (!Hints.asked || !Difference.areOfOneKind(a, b) || Difference.values(a, b) == 0) {
            return;
        }
        if (a instanceof String) {
            Hints.equal((String) a, (String) b, yes);
        } else if (a instanceof Character) {
            Hints.equal((long) (Character) a, (long) (Character) b, yes);
        } else if (isFloating(a)) {
            Hints.equal(((Number) a).doubleValue(), ((Number) b).doubleValue(), yes);
        } else if (Difference.isBoxedNumber(a)) {
            Hints.equal(((Number) a).longValue(), ((Number) b).longValue(), yes);
        }
    }

    private static boolean isFloating(Object number) {
        return number instanceof Double || number instanceof Float;
    }
}

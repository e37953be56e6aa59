package testudo.runner.distance;

import java.lang.reflect.Array;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/**
 * Records how close a comparison came to the branch that is not taken. {@link StringProbes} explains what the
 * probes record. The probes {@code equal}, {@code less} and {@code greater} are also called before calls such
 * as {@code a.compareTo(b)} and {@code Double.compare(a, b)} whose result is compared with 0.
 */
public final class ValueProbes {
    private ValueProbes() {}

    /** Called before {@code a.equals(b)}, {@code Objects.equals(a, b)} and {@code a.compareTo(b) == 0}. */
    public static void equal(Object a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != b && a != null && b != null) {
            if (ContainerProbes.isContainer(a)) {
                ContainerProbes.equal(a, b, yes);
            } else {
                StringProbes.record(Distance.ofValues(a, b), yes);
                recordHints(a, b, yes);
            }
        }
    }

    /** Called before {@code a.compareTo(b) < 0}. */
    public static void less(Object a, Object b, int yes, int no) {
        if (Trace.isOpen(yes, no) && Distance.areSameKind(a, b)) {
            if (a instanceof String) {
                // The probe of the jump records the result of compareTo as the distance, so only hints are
                // recorded here. Equal strings would cover the other branch.
                if (Hints.areRequested && ((String) a).compareTo((String) b) < 0) {
                    Hints.equal((String) a, (String) b, no);
                }
            } else if (Distance.isBoxedNumber(a) && !isFloating(a)) {
                less(((Number) a).longValue(), ((Number) b).longValue(), yes, no);
            } else {
                less(Distance.position(a), Distance.position(b), yes, no);
            }
        }
    }

    /** Called before {@code a.compareTo(b) > 0}. */
    public static void greater(Object a, Object b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Called before {@code Objects.deepEquals(a, b)}. */
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

    /** Called before {@code Arrays.equals(a, b)} and {@code Arrays.deepEquals(a, b)}. */
    public static void equalArrays(Object a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null && b != null) {
            equalArrays(a, b, yes);
        }
    }

    /** Records the distance of two arrays. Also records hints for their elements if hints are requested. */
    static void equalArrays(Object a, Object b, int yes) {
        StringProbes.record(Distance.ofArrays(a, b), yes);
        int length = Hints.areRequested ? Math.min(Array.getLength(a), Array.getLength(b)) : 0;
        for (int i = 0; i < Math.min(length, Distance.MAX_ELEMENTS); i++) {
            recordHints(Array.get(a, i), Array.get(b, i), yes);
        }
    }

    // Numbers -----------------------------------------------------------------------------------------------

    /** Called before {@code Integer.compare(a, b) == 0} and the same comparison for smaller types. */
    public static void equal(int a, int b, int yes, int no) {
        equal((long) a, (long) b, yes, no);
    }

    /** Called before {@code Integer.compare(a, b) < 0} and the same comparison for smaller types. */
    public static void less(int a, int b, int yes, int no) {
        less((long) a, (long) b, yes, no);
    }

    /** Called before {@code Integer.compare(a, b) > 0} and the same comparison for smaller types. */
    public static void greater(int a, int b, int yes, int no) {
        less((long) b, (long) a, yes, no);
    }

    /** Called before {@code Long.compare(a, b) == 0}. */
    public static void equal(long a, long b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != b) {
            StringProbes.record(Math.abs((double) a - (double) b), yes);
            if (Hints.areRequested) {
                Hints.equal(a, b, yes);
            }
        }
    }

    /** Called before {@code Long.compare(a, b) < 0}. */
    public static void less(long a, long b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordOrder((double) a - (double) b, a < b, yes, no);
            if (Hints.areRequested) {
                Hints.less(a, b, yes, no, Long.MIN_VALUE, Long.MAX_VALUE);
            }
        }
    }

    /** Called before {@code Long.compare(a, b) > 0}. */
    public static void greater(long a, long b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Called before {@code Double.compare(a, b) == 0}. */
    public static void equal(double a, double b, int yes, int no) {
        if (!Trace.isCovered(yes) && Double.compare(a, b) != 0) {
            StringProbes.record(Math.abs(a - b), yes);
            if (Hints.areRequested) {
                Hints.equal(a, b, yes);
            }
        }
    }

    /** Called before {@code Double.compare(a, b) < 0}. */
    public static void less(double a, double b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordOrder(a - b, Double.compare(a, b) < 0, yes, no);
            if (Hints.areRequested) {
                Hints.less(a, b, yes, no);
            }
        }
    }

    /** Called before {@code Double.compare(a, b) > 0}. */
    public static void greater(double a, double b, int yes, int no) {
        less(b, a, yes, no);
    }

    /** Called before {@code Float.compare(a, b) == 0}. */
    public static void equal(float a, float b, int yes, int no) {
        equal((double) a, (double) b, yes, no);
    }

    /** Called before {@code Float.compare(a, b) < 0}. */
    public static void less(float a, float b, int yes, int no) {
        less((double) a, (double) b, yes, no);
    }

    /** Called before {@code Float.compare(a, b) > 0}. */
    public static void greater(float a, float b, int yes, int no) {
        less((double) b, (double) a, yes, no);
    }

    /**
     * Records how close two numbers came to the opposite order. {@code gap} is the first number minus the
     * second number.
     */
    private static void recordOrder(double gap, boolean isLess, int yes, int no) {
        if (isLess) {
            StringProbes.record(-gap, no);
        } else {
            StringProbes.record(gap + 1, yes);
        }
    }

    // Hints -------------------------------------------------------------------------------------------------

    /** Records hints if hints are requested and two values of the same kind are not equal. */
    static void recordHints(Object a, Object b, int yes) {
        if (!Hints.areRequested || !Distance.areSameKind(a, b) || Distance.ofValues(a, b) == 0) {
            return;
        }
        if (a instanceof String) {
            Hints.equal((String) a, (String) b, yes);
        } else if (a instanceof Character) {
            Hints.equal((long) (Character) a, (long) (Character) b, yes);
        } else if (isFloating(a)) {
            Hints.equal(((Number) a).doubleValue(), ((Number) b).doubleValue(), yes);
        } else if (Distance.isBoxedNumber(a)) {
            Hints.equal(((Number) a).longValue(), ((Number) b).longValue(), yes);
        }
    }

    private static boolean isFloating(Object number) {
        return number instanceof Double || number instanceof Float;
    }
}

package testudo.runner.probe;

/**
 * Receives the events of instrumented code and records them in the {@link Trace}.
 *
 * <p>Branches, methods and statements (places where a source line begins) have consecutive ids. A probe of a
 * predicate receives two branch ids: {@code yes} is the branch for which the comparison in the probe's name
 * is true, and {@code no} is the branch for which the comparison is false.
 *
 * <p>Probes throw no exceptions. They allocate nothing and call no code of the JDK, except if {@link Hints}
 * are requested or a switch is executed for the first time. The public probes are so small that the JIT
 * compiler can inline them everywhere. After both outcomes of a predicate have occurred in a test, the probe
 * of the predicate does nothing.
 */
public final class Probe {
    /** Family of the methods that the test is about to call, or -1: see {@link #enterDirect}. */
    public static int called = -1;

    private Probe() {}

    /** Called at the entry of a method. */
    public static void enter(int method) {
        if (!Trace.Table.isEntered[method]) {
            Trace.recordFirstEntry(method);
        }
    }

    /**
     * Called at the entry of a method. A family consists of the methods with the same name and the same
     * number of parameters. {@code family} is the number of the family of this method.
     *
     * @return the number to add to the ids of the method's branches in this call: {@code offset} if the test
     *     itself made the call, otherwise 0
     */
    public static int enterDirect(int method, int family, int offset) {
        enter(method);
        if (called != family) {
            return 0;
        }
        called = -1;
        return offset;
    }

    /** Called where a source line begins. Each such place has its own id. */
    public static void statement(int statement) {
        if (!Trace.Table.isExecuted[statement]) {
            Trace.recordFirstExecution(statement);
        }
    }

    // Predicates on int -------------------------------------------------------------------------------------

    /** Called before a jump on {@code a == b}. */
    public static void equal(int a, int b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordEqual(a, b, yes, no);
        }
    }

    /** Called before a jump on {@code a < b}. */
    public static void less(int a, int b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(a, b, yes, no);
        }
    }

    /** Called before a jump on {@code a > b}. */
    public static void greater(int a, int b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(b, a, yes, no);
        }
    }

    private static void recordEqual(int a, int b, int yes, int no) {
        if (a == b) {
            Trace.recordOutcome(yes, no, 1);
        } else {
            Trace.recordOutcome(no, yes, a < b ? (double) ((long) b - a) : (double) ((long) a - b));
            if (Hints.areRequested) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void recordLess(int a, int b, int yes, int no) {
        if (a < b) {
            Trace.recordOutcome(yes, no, (double) ((long) b - a));
        } else {
            Trace.recordOutcome(no, yes, (double) ((long) a - b + 1));
        }
        if (Hints.areRequested) {
            Hints.less(a, b, yes, no, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    // Predicates on references ------------------------------------------------------------------------------

    /** Called before a jump on {@code a == b}. */
    public static void same(Object a, Object b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            record(a == b, yes, no);
            if (Hints.areRequested && a != b && a instanceof String && b instanceof String) {
                // The strings of tests are interned. If a test uses an equal string, the references are the
                // same.
                Hints.equal((String) a, (String) b, yes);
            }
        }
    }

    /** Called before a jump on {@code a == null}. */
    public static void isNull(Object a, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            record(a == null, yes, no);
        }
    }

    // Booleans ----------------------------------------------------------------------------------------------

    /** Called where a boolean is computed that a later predicate tests or that a method returns. */
    public static void isTrue(boolean value, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            record(value, yes, no);
        }
    }

    /** Records the outcome of a predicate. The distance to the other branch is 1. */
    private static void record(boolean outcome, int yes, int no) {
        if (outcome) {
            Trace.recordOutcome(yes, no, 1);
        } else {
            Trace.recordOutcome(no, yes, 1);
        }
    }

    // The following probes replace a JVM instruction whose result the next predicate tests. These probes
    // return the result of the replaced instruction: -1, 0 or 1 for less, equal or greater, and the value of
    // {@code nan} if an operand is NaN.

    /** Replaces {@code lcmp} before a jump on {@code a == b}. */
    public static int equal(long a, long b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordEqual(a, b, yes, no);
        }
        return compare(a, b);
    }

    /** Replaces {@code lcmp} before a jump on {@code a < b}. */
    public static int less(long a, long b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(a, b, yes, no);
        }
        return compare(a, b);
    }

    /** Replaces {@code lcmp} before a jump on {@code a > b}. */
    public static int greater(long a, long b, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(b, a, yes, no);
        }
        return compare(a, b);
    }

    private static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    private static void recordEqual(long a, long b, int yes, int no) {
        if (a == b) {
            Trace.recordOutcome(yes, no, 1);
        } else {
            Trace.recordOutcome(no, yes, a < b ? gap(a, b) : gap(b, a));
            if (Hints.areRequested) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void recordLess(long a, long b, int yes, int no) {
        if (a < b) {
            Trace.recordOutcome(yes, no, gap(a, b));
        } else {
            Trace.recordOutcome(no, yes, gap(b, a) + 1);
        }
        if (Hints.areRequested) {
            Hints.less(a, b, yes, no, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    /** Returns {@code high - low}, which is at least 1 if the numbers differ. */
    static double gap(long low, long high) {
        long gap = high - low;
        return gap >= 0 ? (double) gap : (double) high - (double) low;
    }

    /** Replaces {@code dcmpl} or {@code dcmpg} before a jump on the result 0. */
    public static int equal(double a, double b, int nan, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordEqual(a, b, yes, no);
        }
        return compare(a, b, nan);
    }

    /** Replaces {@code dcmpl} or {@code dcmpg} before a jump on a negative result. */
    public static int less(double a, double b, int nan, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(a, b, nan < 0, yes, no);
        }
        return compare(a, b, nan);
    }

    /** Replaces {@code dcmpl} or {@code dcmpg} before a jump on a positive result. */
    public static int greater(double a, double b, int nan, int yes, int no) {
        if (Trace.isOpen(yes, no)) {
            recordLess(b, a, nan > 0, yes, no);
        }
        return compare(a, b, nan);
    }

    /** Replaces {@code fcmpl} or {@code fcmpg} before a jump on the result 0. */
    public static int equal(float a, float b, int nan, int yes, int no) {
        return equal((double) a, (double) b, nan, yes, no);
    }

    /** Replaces {@code fcmpl} or {@code fcmpg} before a jump on a negative result. */
    public static int less(float a, float b, int nan, int yes, int no) {
        return less((double) a, (double) b, nan, yes, no);
    }

    /** Replaces {@code fcmpl} or {@code fcmpg} before a jump on a positive result. */
    public static int greater(float a, float b, int nan, int yes, int no) {
        return greater((double) a, (double) b, nan, yes, no);
    }

    private static int compare(double a, double b, int nan) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : nan;
    }

    private static void recordEqual(double a, double b, int yes, int no) {
        if (a == b) {
            Trace.recordOutcome(yes, no, 1);
        } else {
            Trace.recordOutcome(no, yes, a < b ? gap(a, b) : gap(b, a));
            if (Hints.areRequested) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void recordLess(double a, double b, boolean isTrueForNaN, int yes, int no) {
        if (a < b) {
            Trace.recordOutcome(yes, no, gap(a, b));
        } else if (a >= b) {
            Trace.recordOutcome(no, yes, Math.min(gap(b, a) + 1, Trace.MAX_DISTANCE));
        } else if (isTrueForNaN) {
            Trace.recordOutcome(yes, no, Trace.MAX_DISTANCE);
        } else {
            Trace.recordOutcome(no, yes, Trace.MAX_DISTANCE);
        }
        if (Hints.areRequested) {
            Hints.less(a, b, yes, no);
        }
    }

    /**
     * Returns {@code high - low}, but at most {@link Trace#MAX_DISTANCE}. Returns {@link Trace#MAX_DISTANCE}
     * if an operand is NaN.
     */
    static double gap(double low, double high) {
        double gap = high - low;
        // The difference of two equal infinities is NaN.
        return low == high ? 0 : gap < Trace.MAX_DISTANCE ? gap : Trace.MAX_DISTANCE;
    }

    // Switches ----------------------------------------------------------------------------------------------

    /**
     * Called before a switch on {@code value}. {@code first} is the id of the first branch of the switch. The
     * other branches have the following ids. The table is parsed when the switch is first executed: see
     * {@link SwitchTable}.
     */
    public static void select(int value, String table, int first) {
        if (Trace.Table.isExcluded[first]) {
            return;
        }
        SwitchTable switchTable = Trace.Table.switches[first];
        if (switchTable == null) {
            switchTable = new SwitchTable(table, first);
            Trace.Table.switches[first] = switchTable;
        }
        if (Trace.Table.distance[first] != Trace.NOT_EVALUATED) {
            Trace.Table.isRepeated[first] = true;
        }
        if (switchTable.addToCache(value, Trace.testNumber())) {
            switchTable.recordDistances(value);
            if (Hints.areRequested) {
                switchTable.recordHints(value);
            }
        }
    }
}

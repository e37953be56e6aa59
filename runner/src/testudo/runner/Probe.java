package testudo.runner;

import java.util.Arrays;

/**
 * What instrumented code calls to tell where a test went: the methods it entered, the statements it executed, and for
 * each branch of each predicate it reached how far the operands were from taking it.
 *
 * <p>Branches, methods and statements, places where a source line begins, are dense ids. The distance of a branch is 0 if it was taken, else greater, and the
 * least over all executions counts. A predicate with two outcomes is told both ids: {@code yes} if the comparison that
 * the probe is named after holds, {@code no} if it does not.
 *
 * <p>Probes throw nothing, allocate nothing and call nothing of the JDK, unless {@link Hints} are asked for. The public ones are small enough to be
 * inlined anywhere; once both outcomes were seen in a test they do nothing. Threads share the tables without locks:
 * what several of them do at the same time may be lost, but harms nothing.
 */
public final class Probe {
    /** The distance of a branch whose predicate was not reached. */
    static final double UNTOUCHED = Double.POSITIVE_INFINITY;

    /** The greatest distance of a predicate that was reached: that of a comparison with NaN. */
    static final double FARTHEST = Double.MAX_VALUE;

    /** How often the tables are wiped as a whole, in tests, to heal what threads of former tests wrote. */
    private static final int WIPE = 4096;

    private static int methods;
    private static int branches;
    private static int statements;

    private static int enteredCount;
    private static int executedCount;
    private static int touchedCount;

    /** Ids of which nothing more is to be told, and how many. */
    private static int[] closed = new int[64];
    private static int closedCount;
    /** How many of them, the first ones, nothing is told of now. */
    private static int quietCount;
    /** Whether nothing is to be told of mutants. */
    private static boolean silent;

    /** The family of the methods that the test is about to call, or -1: see {@link #enterDirect}. */
    public static int called = -1;

    /** The number of the test, for {@link Switch}. */
    private static int test;

    private Probe() {}

    /** Apart, so that the arrays are constants to the compiler of the JVM. */
    private static final class Table {
        /** By branch. */
        static final double[] distance = new double[branches];
        /** By branch that was missed, whether its predicate was evaluated again; for a switch, by its first branch. */
        static final boolean[] isRepeated = new boolean[branches];
        /** By what a probe of {@link Infections} tells first, what it has nothing more to learn of, as bits. */
        static final byte[] settled = new byte[branches];
        /** By branch whether nothing is to be told of it; its distance is 0 then. */
        static final boolean[] isClosed = new boolean[branches];
        /** The branches whose distance is known, in order of their first execution. */
        static final int[] touched = new int[branches];
        /** By method. */
        static final boolean[] isEntered = new boolean[methods];
        /** The methods entered, in order of their first call. */
        static final int[] entered = new int[methods];
        /** By statement. */
        static final boolean[] isExecuted = new boolean[statements];
        /** The statements executed, in order of their first execution. */
        static final int[] executed = new int[statements];
        /** By the first branch of a switch, made when it is first reached. */
        static final Switch[] switches = new Switch[branches];

        static {
            Arrays.fill(distance, UNTOUCHED);
        }
    }

    /** To be called once, before any class with probes is loaded. Every id will be below these numbers. */
    public static void start(int methods, int branches, int statements) {
        Probe.methods = methods;
        Probe.branches = branches;
        Probe.statements = statements;
        reset();
    }

    /**
     * To be called before some tests, once for each of these ids: all those of a predicate, the one that {@link #settled} is
     * asked for of a probe of mutants, or that of a statement behind all distances.
     */
    static void close(int id) {
        if (closedCount == closed.length) {
            closed = Arrays.copyOf(closed, 2 * closedCount);
        }
        closed[closedCount++] = id;
    }

    /** How many there are. */
    static int closed() {
        return closedCount;
    }

    /** What can be closed is below that. */
    static int ids() {
        return branches + statements;
    }

    /** To be called before some tests, behind {@link #close}: nothing is told of so many that were closed first, but of all others. */
    static void quiet(int count) {
        // First, as it may settle anew those that were quiet so far.
        reset();
        for (int i = count; i < quietCount; i++) {
            settleClosed(closed[i], false);
        }
        for (int i = quietCount; i < count; i++) {
            settleClosed(closed[i], true);
        }
        quietCount = count;
    }

    /** Between tests: whether probes of mutants have nothing to tell from now on. That takes less time. */
    static void silence(boolean silent) {
        Probe.silent = silent;
        reset();
        if (silent) {
            settleAll();
        } else {
            settleAnew();
        }
    }

    private static void settleAll() {
        Arrays.fill(Table.settled, (byte) 0xFF);
    }

    private static void settleAnew() {
        Arrays.fill(Table.settled, (byte) 0);
        for (int i = 0; i < quietCount; i++) {
            settleClosed(closed[i], true);
        }
    }

    /** What is settled, taken or executed is not looked at. No test makes it touched then, so none resets it. */
    private static void settleClosed(int id, boolean quiet) {
        if (id < branches) {
            Table.settled[id] = quiet ? (byte) 0xFF : 0;
            Table.isClosed[id] = quiet;
            Table.distance[id] = quiet ? 0 : UNTOUCHED;
        } else {
            Table.isExecuted[id - branches] = quiet;
        }
    }

    /** To be called before each test. */
    public static void reset() {
        test++;
        forget();
        called = -1;
        NearPatterns.reset();
        if (test % WIPE == 0) {
            wipe();
        }
    }

    /** Forgets the methods entered, branches touched and statements executed. */
    private static void forget() {
        for (int i = 0; i < touchedCount; i++) {
            Table.distance[Table.touched[i]] = UNTOUCHED;
            Table.isRepeated[Table.touched[i]] = false;
            Table.settled[Table.touched[i]] = 0;
        }
        for (int i = 0; i < enteredCount; i++) {
            Table.isEntered[Table.entered[i]] = false;
        }
        for (int i = 0; i < executedCount; i++) {
            Table.isExecuted[Table.executed[i]] = false;
        }
        touchedCount = 0;
        enteredCount = 0;
        executedCount = 0;
    }

    private static void wipe() {
        Arrays.fill(Table.distance, UNTOUCHED);
        Arrays.fill(Table.isRepeated, false);
        Arrays.fill(Table.isEntered, false);
        Arrays.fill(Table.isExecuted, false);
        settleAnew();
        if (silent) {
            settleAll();
        }
    }

    /**
     * Writes the trace since the last reset: the number of methods entered and their ids in order of first entry;
     * the number of branches reached, then for each {@code id << 2 | repeated << 1 | covered}, and its distance when not
     * covered, where repeated tells that its predicate was evaluated more than once;
     * the number of statements executed and their ids in order of first execution.
     */
    public static void write(Out out) {
        // Read once: threads that a test left running go on counting.
        int entered = enteredCount;
        out.varint(entered);
        for (int i = 0; i < entered; i++) {
            out.varint(Table.entered[i]);
        }
        int count = touchedCount;
        out.varint(count);
        for (int i = 0; i < count; i++) {
            int branch = Table.touched[i];
            double distance = Table.distance[branch];
            long tagged = (long) branch << 2 | (Table.isRepeated[branch] ? 2 : 0);
            if (distance == 0) {
                out.varint(tagged | 1);
            } else {
                out.varint(tagged);
                out.f64(distance);
            }
        }
        int executed = executedCount;
        out.varint(executed);
        for (int i = 0; i < executed; i++) {
            out.varint(Table.executed[i]);
        }
    }

    /** The statements executed since the last reset. */
    static int[] executed() {
        return Arrays.copyOf(Table.executed, executedCount);
    }

    /** How many they are. */
    static int countExecuted() {
        return executedCount;
    }

    /** Whether a statement was executed since then. */
    static boolean isExecuted(int statement) {
        return Table.isExecuted[statement];
    }

    /** The branches taken since then whose ids are below one. */
    static int[] covered(int end) {
        int[] covered = new int[touchedCount];
        int count = 0;
        for (int i = 0; i < covered.length; i++) {
            if (isTaken(i, end)) {
                covered[count++] = Table.touched[i];
            }
        }
        return Arrays.copyOf(covered, count);
    }

    /** How many they are. */
    static int countCovered(int end) {
        int touched = touchedCount;
        int count = 0;
        for (int i = 0; i < touched; i++) {
            count += isTaken(i, end) ? 1 : 0;
        }
        return count;
    }

    private static boolean isTaken(int place, int end) {
        int branch = Table.touched[place];
        return branch < end && Table.distance[branch] == 0;
    }

    /** At the entry of a method. */
    public static void enter(int method) {
        if (!Table.isEntered[method]) {
            firstEntry(method);
        }
    }

    /**
     * At the entry of a method of a family: of those with its name and number of parameters.
     *
     * @return the offset where the test made the call itself, else 0: what the ids of its branches in this call are
     *     greater by
     */
    public static int enterDirect(int method, int family, int offset) {
        enter(method);
        if (called != family) {
            return 0;
        }
        called = -1;
        return offset;
    }

    private static void firstEntry(int method) {
        int count = enteredCount;
        if (count < Table.entered.length) {
            Table.entered[count] = method;
            enteredCount = count + 1;
            Table.isEntered[method] = true;
        }
    }

    /** Where a source line begins: one id for each such place. */
    public static void statement(int statement) {
        if (!Table.isExecuted[statement]) {
            firstExecution(statement);
        }
    }

    private static void firstExecution(int statement) {
        int count = executedCount;
        if (count < Table.executed.length) {
            Table.executed[count] = statement;
            executedCount = count + 1;
            Table.isExecuted[statement] = true;
        }
    }

    // Predicates on int ---------------------------------------------------------------------------------------------

    /** Whether {@code a == b}. */
    public static void equal(int a, int b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeEqual(a, b, yes, no);
        }
    }

    /** Whether {@code a < b}. */
    public static void less(int a, int b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(a, b, yes, no);
        }
    }

    /** Whether {@code a > b}. */
    public static void greater(int a, int b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(b, a, yes, no);
        }
    }

    private static void seeEqual(int a, int b, int yes, int no) {
        if (a == b) {
            took(yes, no, 1);
        } else {
            took(no, yes, a < b ? (double) ((long) b - a) : (double) ((long) a - b));
            if (Hints.asked) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void seeLess(int a, int b, int yes, int no) {
        if (a < b) {
            took(yes, no, (double) ((long) b - a));
        } else {
            took(no, yes, (double) ((long) a - b + 1));
        }
        if (Hints.asked) {
            Hints.less(a, b, yes, no, Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
    }

    // Predicates on references --------------------------------------------------------------------------------------

    /** Whether {@code a == b}. */
    public static void same(Object a, Object b, int yes, int no) {
        if (isOpen(yes, no)) {
            see(a == b, yes, no);
            if (Hints.asked && a != b && a instanceof String && b instanceof String) {
                // Strings of tests are interned.
                Hints.equal((String) a, (String) b, yes);
            }
        }
    }

    /** Whether {@code a == null}. */
    public static void isNull(Object a, int yes, int no) {
        if (isOpen(yes, no)) {
            see(a == null, yes, no);
        }
    }

    // Booleans -------------------------------------------------------------------------------------------------------

    /** Where a boolean is made that a predicate asks for later, or that a method returns. */
    public static void isTrue(boolean value, int yes, int no) {
        if (isOpen(yes, no)) {
            see(value, yes, no);
        }
    }

    private static void see(boolean holds, int yes, int no) {
        if (holds) {
            took(yes, no, 1);
        } else {
            took(no, yes, 1);
        }
    }

    // Comparisons that a predicate on their result follows. They return what the JVM instruction in their place would:
    // -1, 0 or 1 for less, equal or greater, and what they are told for a NaN. -----------------------------------------

    /** {@code lcmp}, and whether {@code a == b}. */
    public static int equal(long a, long b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeEqual(a, b, yes, no);
        }
        return compare(a, b);
    }

    /** {@code lcmp}, and whether {@code a < b}. */
    public static int less(long a, long b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(a, b, yes, no);
        }
        return compare(a, b);
    }

    /** {@code lcmp}, and whether {@code a > b}. */
    public static int greater(long a, long b, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(b, a, yes, no);
        }
        return compare(a, b);
    }

    private static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    private static void seeEqual(long a, long b, int yes, int no) {
        if (a == b) {
            took(yes, no, 1);
        } else {
            took(no, yes, a < b ? gap(a, b) : gap(b, a));
            if (Hints.asked) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void seeLess(long a, long b, int yes, int no) {
        if (a < b) {
            took(yes, no, gap(a, b));
        } else {
            took(no, yes, gap(b, a) + 1);
        }
        if (Hints.asked) {
            Hints.less(a, b, yes, no, Long.MIN_VALUE, Long.MAX_VALUE);
        }
    }

    /** How far {@code high} is above {@code low}, at least 1 where they differ. */
    static double gap(long low, long high) {
        long gap = high - low;
        return gap >= 0 ? (double) gap : (double) high - (double) low;
    }

    /** {@code dcmpl} or {@code dcmpg}, and whether it gives 0. */
    public static int equal(double a, double b, int nan, int yes, int no) {
        if (isOpen(yes, no)) {
            seeEqual(a, b, yes, no);
        }
        return compare(a, b, nan);
    }

    /** {@code dcmpl} or {@code dcmpg}, and whether it gives a negative number. */
    public static int less(double a, double b, int nan, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(a, b, nan < 0, yes, no);
        }
        return compare(a, b, nan);
    }

    /** {@code dcmpl} or {@code dcmpg}, and whether it gives a positive number. */
    public static int greater(double a, double b, int nan, int yes, int no) {
        if (isOpen(yes, no)) {
            seeLess(b, a, nan > 0, yes, no);
        }
        return compare(a, b, nan);
    }

    /** {@code fcmpl} or {@code fcmpg}, and whether it gives 0. */
    public static int equal(float a, float b, int nan, int yes, int no) {
        return equal((double) a, (double) b, nan, yes, no);
    }

    /** {@code fcmpl} or {@code fcmpg}, and whether it gives a negative number. */
    public static int less(float a, float b, int nan, int yes, int no) {
        return less((double) a, (double) b, nan, yes, no);
    }

    /** {@code fcmpl} or {@code fcmpg}, and whether it gives a positive number. */
    public static int greater(float a, float b, int nan, int yes, int no) {
        return greater((double) a, (double) b, nan, yes, no);
    }

    private static int compare(double a, double b, int nan) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : nan;
    }

    private static void seeEqual(double a, double b, int yes, int no) {
        if (a == b) {
            took(yes, no, 1);
        } else {
            took(no, yes, a < b ? gap(a, b) : gap(b, a));
            if (Hints.asked) {
                Hints.equal(a, b, yes);
            }
        }
    }

    private static void seeLess(double a, double b, boolean ifNaN, int yes, int no) {
        if (a < b) {
            took(yes, no, gap(a, b));
        } else if (a >= b) {
            took(no, yes, Math.min(gap(b, a) + 1, FARTHEST));
        } else if (ifNaN) {
            took(yes, no, FARTHEST);
        } else {
            took(no, yes, FARTHEST);
        }
        if (Hints.asked) {
            Hints.less(a, b, yes, no);
        }
    }

    /** How far {@code high} is above {@code low}; the farthest for a NaN. */
    static double gap(double low, double high) {
        double gap = high - low;
        // The difference of an infinity and itself is NaN, too.
        return low == high ? 0 : gap < FARTHEST ? gap : FARTHEST;
    }

    // Switches ------------------------------------------------------------------------------------------------------

    /**
     * Before a switch on {@code value} whose branches have the ids from {@code first} on. The table, see
     * {@link Switch}, is looked at when the switch is reached for the first time.
     */
    public static void select(int value, String table, int first) {
        if (Table.isClosed[first]) {
            return;
        }
        Switch found = Table.switches[first];
        if (found == null) {
            found = new Switch(table, first);
            Table.switches[first] = found;
        }
        if (Table.distance[first] != UNTOUCHED) {
            Table.isRepeated[first] = true;
        }
        if (found.isNew(value, test)) {
            found.see(value);
            if (Hints.asked) {
                found.ask(value);
            }
        }
    }

    // The tables ----------------------------------------------------------------------------------------------------

    /** Whether not both of these branches are covered yet. */
    static boolean isOpen(int yes, int no) {
        return Table.distance[yes] + Table.distance[no] != 0;
    }

    /** Whether a branch is covered in this test. */
    static boolean isCovered(int branch) {
        return Table.distance[branch] == 0;
    }

    /** What a probe of mutants has nothing more to learn of in this test; {@code first} is the first id that it tells. */
    static int settled(int first) {
        return Table.settled[first];
    }

    /** Adds to that. */
    static void settle(int first, int bits) {
        Table.settled[first] |= bits;
    }

    private static void took(int taken, int missed, double distance) {
        if (Table.distance[taken] == 0) {
            Table.isRepeated[missed] = true;
        }
        improve(taken, 0);
        improve(missed, distance);
    }

    /** Sets the distance of a branch unless it is as small already. */
    static void improve(int branch, double distance) {
        if (distance < Table.distance[branch]) {
            set(branch, distance);
        }
    }

    private static void set(int branch, double distance) {
        if (Table.distance[branch] == UNTOUCHED) {
            int count = touchedCount;
            if (count == Table.touched.length) {
                return; // Only where threads raced.
            }
            Table.touched[count] = branch;
            touchedCount = count + 1;
        }
        Table.distance[branch] = distance;
    }
}

package testudo.runner.probe;

import java.util.Arrays;
import testudo.runner.distance.PatternProbes;
import testudo.runner.message.MessageWriter;

/**
 * The trace of a test: the entered methods, the executed statements, and the distances to the branches of
 * each evaluated predicate.
 *
 * <p>The distance of a branch is 0 if the branch was taken, otherwise greater than 0. If a predicate is
 * evaluated several times, the least distance counts. Threads share the tables without locks. Concurrent
 * updates can be lost, but they cause no errors.
 */
public final class Trace {
    /** Distance of a branch whose predicate was not evaluated. */
    static final double NOT_EVALUATED = Double.POSITIVE_INFINITY;

    /**
     * Maximum distance of a branch whose predicate was evaluated. A comparison with NaN causes this distance.
     */
    static final double MAX_DISTANCE = Double.MAX_VALUE;

    /**
     * Number of resets after which all entries of the tables are cleared. This removes the entries that
     * threads of earlier tests wrote.
     */
    private static final int TESTS_PER_CLEARING = 4096;

    /** Number of ids of methods. */
    private static int methodCount;
    /** Number of ids with a distance: ids of branches, booleans and mutants. */
    private static int distanceCount;
    /** Number of ids of statements. */
    private static int statementCount;

    /** Number of methods in {@link Table#enteredMethods}. */
    private static int enteredCount;
    /** Number of statements in {@link Table#executedStatements}. */
    private static int executedCount;
    /** Number of ids in {@link Table#touchedIds}. */
    private static int touchedCount;

    /** Ids that can be excluded from traces. */
    private static int[] excludable = new int[64];
    private static int excludableCount;
    /** Number of ids that are excluded now. They are the first ids in {@link #excludable}. */
    private static int excludedCount;
    /** Whether the probes of mutants are turned off. */
    private static boolean areMutantProbesOff;

    /** Number of the current test. Each reset increases this number. */
    private static int testNumber;

    private Trace() {}

    /**
     * The tables of the trace. They are in a separate class, which is initialised when {@link #start} has set
     * their lengths. So the arrays can be constants for the JIT compiler.
     */
    static final class Table {
        /** Distance of each branch, boolean and mutant. */
        static final double[] distance = new double[distanceCount];
        /**
         * Whether the predicate of a branch was evaluated more than once. Only two kinds of entries are set:
         * the entry of a branch that was not taken, and the entry of the first branch of a switch.
         */
        static final boolean[] isRepeated = new boolean[distanceCount];
        /**
         * Bits for the checks that a probe of {@link Infections} need not repeat in this test. The index is
         * the first id that the probe uses.
         */
        static final byte[] settledBits = new byte[distanceCount];
        /** Whether each branch is excluded from traces. The distance of an excluded branch is 0. */
        static final boolean[] isExcluded = new boolean[distanceCount];
        /**
         * Ids of branches, booleans and mutants with a known distance, in the order of their first
         * evaluation.
         */
        static final int[] touchedIds = new int[distanceCount];
        /** Whether each method was entered. */
        static final boolean[] isEntered = new boolean[methodCount];
        /** Entered methods, in the order of their first call. */
        static final int[] enteredMethods = new int[methodCount];
        /** Whether each statement was executed. */
        static final boolean[] isExecuted = new boolean[statementCount];
        /** Executed statements, in the order of their first execution. */
        static final int[] executedStatements = new int[statementCount];
        /**
         * Tables of the switches, created when a switch is first executed. The index is the first branch of
         * the switch.
         */
        static final SwitchTable[] switches = new SwitchTable[distanceCount];

        static {
            Arrays.fill(distance, NOT_EVALUATED);
        }
    }

    /**
     * Sets the number of ids of methods, the number of ids with a distance, and the number of ids of
     * statements. Must be called once, before any class with probes is loaded.
     */
    public static void start(int methodCount, int distanceCount, int statementCount) {
        Trace.methodCount = methodCount;
        Trace.distanceCount = distanceCount;
        Trace.statementCount = statementCount;
        reset();
    }

    /**
     * Adds an id that {@link #exclude} can exclude from traces. Called between tests. The id is the id of a
     * branch, the first id of a probe of mutants, or the id of a statement plus the number of ids with a
     * distance. If a branch is added, all branches of its predicate must be added.
     */
    public static void addExcludable(int id) {
        if (excludableCount == excludable.length) {
            excludable = Arrays.copyOf(excludable, 2 * excludableCount);
        }
        excludable[excludableCount++] = id;
    }

    /** Returns the number of the current test. Each reset increases this number. */
    static int testNumber() {
        return testNumber;
    }

    /** Returns the number of ids that {@link #exclude} can exclude. */
    public static int excludableCount() {
        return excludableCount;
    }

    /** Returns the upper limit (exclusive) of the ids that {@link #addExcludable} accepts. */
    public static int ids() {
        return distanceCount + statementCount;
    }

    /**
     * Excludes the first {@code count} excludable ids: their probes record nothing. Includes all other
     * excludable ids: see {@link #addExcludable}. Called between tests.
     */
    public static void exclude(int count) {
        // The reset comes first. Otherwise the next reset would clear the entries of ids that this method
        // excludes.
        reset();
        for (int i = count; i < excludedCount; i++) {
            setExcluded(excludable[i], false);
        }
        for (int i = excludedCount; i < count; i++) {
            setExcluded(excludable[i], true);
        }
        excludedCount = count;
    }

    /** Turns the probes of mutants off or on. Called between tests. Probes that are off take less time. */
    public static void setMutantProbesOff(boolean areMutantProbesOff) {
        Trace.areMutantProbesOff = areMutantProbesOff;
        reset();
        if (areMutantProbesOff) {
            settleMutantProbes();
        } else {
            resetSettledBits();
        }
    }

    /** Marks all mutants as checked, so that their probes do nothing. */
    private static void settleMutantProbes() {
        Arrays.fill(Table.settledBits, (byte) 0xFF);
    }

    /** Clears the bits of all probes of mutants that are not excluded. */
    private static void resetSettledBits() {
        Arrays.fill(Table.settledBits, (byte) 0);
        for (int i = 0; i < excludedCount; i++) {
            setExcluded(excludable[i], true);
        }
    }

    /**
     * Marks an id as excluded or included. In the tables, excluded branches count as taken and excluded
     * statements count as executed, so probes ignore them. A probe never adds an excluded id to the lists of
     * the trace, so a reset keeps these entries.
     */
    private static void setExcluded(int id, boolean isExcluded) {
        if (id < distanceCount) {
            Table.settledBits[id] = isExcluded ? (byte) 0xFF : 0;
            Table.isExcluded[id] = isExcluded;
            Table.distance[id] = isExcluded ? 0 : NOT_EVALUATED;
        } else {
            Table.isExecuted[id - distanceCount] = isExcluded;
        }
    }

    /** Clears the trace. Must be called before each test. */
    public static void reset() {
        testNumber++;
        clearEntries();
        Probe.called = -1;
        PatternProbes.reset();
        if (testNumber % TESTS_PER_CLEARING == 0) {
            clearTables();
        }
    }

    /**
     * Clears the entries of the entered methods, of the executed statements, and of the ids in
     * {@link Table#touchedIds}.
     */
    private static void clearEntries() {
        for (int i = 0; i < touchedCount; i++) {
            Table.distance[Table.touchedIds[i]] = NOT_EVALUATED;
            Table.isRepeated[Table.touchedIds[i]] = false;
            Table.settledBits[Table.touchedIds[i]] = 0;
        }
        for (int i = 0; i < enteredCount; i++) {
            Table.isEntered[Table.enteredMethods[i]] = false;
        }
        for (int i = 0; i < executedCount; i++) {
            Table.isExecuted[Table.executedStatements[i]] = false;
        }
        touchedCount = 0;
        enteredCount = 0;
        executedCount = 0;
    }

    /** Clears all entries of the tables, except the entries of excluded ids. */
    private static void clearTables() {
        Arrays.fill(Table.distance, NOT_EVALUATED);
        Arrays.fill(Table.isRepeated, false);
        Arrays.fill(Table.isEntered, false);
        Arrays.fill(Table.isExecuted, false);
        resetSettledBits();
        if (areMutantProbesOff) {
            settleMutantProbes();
        }
    }

    /**
     * Writes the trace since the last reset:
     * <ul>
     * <li>the number of entered methods and their ids, in the order of first entry;</li>
     * <li>the number of evaluated branches, then for each branch {@code id << 2 | repeated << 1 | covered},
     *   and the distance if the branch is not covered; {@code repeated} is 1 if the predicate of the branch
     *   was evaluated more than once;</li>
     * <li>the number of executed statements and their ids, in the order of first execution.</li>
     * </ul>
     */
    public static void write(MessageWriter out) {
        // Each count is read only once, because threads that a test left running can increase the count.
        int methodsToWrite = enteredCount;
        out.varint(methodsToWrite);
        for (int i = 0; i < methodsToWrite; i++) {
            out.varint(Table.enteredMethods[i]);
        }
        int branchesToWrite = touchedCount;
        out.varint(branchesToWrite);
        for (int i = 0; i < branchesToWrite; i++) {
            int branch = Table.touchedIds[i];
            double distance = Table.distance[branch];
            long tagged = (long) branch << 2 | (Table.isRepeated[branch] ? 2 : 0);
            if (distance == 0) {
                out.varint(tagged | 1);
            } else {
                out.varint(tagged);
                out.f64(distance);
            }
        }
        int statementsToWrite = executedCount;
        out.varint(statementsToWrite);
        for (int i = 0; i < statementsToWrite; i++) {
            out.varint(Table.executedStatements[i]);
        }
    }

    /** Returns the statements that were executed since the last reset. */
    public static int[] executedStatements() {
        return Arrays.copyOf(Table.executedStatements, executedCount);
    }

    /** Returns the number of statements that were executed since the last reset. */
    public static int countExecutedStatements() {
        return executedCount;
    }

    /** Returns whether a statement was executed since the last reset. */
    public static boolean isExecuted(int statement) {
        return Table.isExecuted[statement];
    }

    /** Returns the branches with ids below {@code end} that were taken since the last reset. */
    public static int[] coveredBranches(int end) {
        int[] covered = new int[touchedCount];
        int count = 0;
        for (int i = 0; i < covered.length; i++) {
            if (isTaken(i, end)) {
                covered[count++] = Table.touchedIds[i];
            }
        }
        return Arrays.copyOf(covered, count);
    }

    /** Returns the number of branches with ids below {@code end} that were taken since the last reset. */
    public static int countCoveredBranches(int end) {
        int touchedTotal = touchedCount;
        int count = 0;
        for (int i = 0; i < touchedTotal; i++) {
            count += isTaken(i, end) ? 1 : 0;
        }
        return count;
    }

    /**
     * Returns whether the branch at an index of {@link Table#touchedIds} was taken and has an id below
     * {@code end}.
     */
    private static boolean isTaken(int index, int end) {
        int branch = Table.touchedIds[index];
        return branch < end && Table.distance[branch] == 0;
    }

    /** Records the first entry of a method. */
    static void recordFirstEntry(int method) {
        int count = enteredCount;
        if (count < Table.enteredMethods.length) {
            Table.enteredMethods[count] = method;
            enteredCount = count + 1;
            Table.isEntered[method] = true;
        }
    }

    /** Records the first execution of a statement. */
    static void recordFirstExecution(int statement) {
        int count = executedCount;
        if (count < Table.executedStatements.length) {
            Table.executedStatements[count] = statement;
            executedCount = count + 1;
            Table.isExecuted[statement] = true;
        }
    }

    /** Returns whether at least one of two branches is not covered yet in this test. */
    public static boolean isOpen(int yes, int no) {
        return Table.distance[yes] + Table.distance[no] != 0;
    }

    /** Returns whether a branch is covered in this test. */
    public static boolean isCovered(int branch) {
        return Table.distance[branch] == 0;
    }

    /**
     * Returns the bits for the checks that a probe of mutants need not repeat in this test. {@code first} is
     * the first id that the probe uses.
     */
    static int settledBits(int first) {
        return Table.settledBits[first];
    }

    /**
     * Adds bits to the {@link #settledBits} of a probe. {@code first} is the first id that the probe uses.
     */
    static void addSettledBits(int first, int bits) {
        Table.settledBits[first] |= bits;
    }

    /**
     * Records the outcome of a predicate.
     *
     * @param taken branch that is taken
     * @param missed branch that is not taken
     * @param distance distance of the branch that is not taken
     */
    static void recordOutcome(int taken, int missed, double distance) {
        if (Table.distance[taken] == 0) {
            Table.isRepeated[missed] = true;
        }
        improve(taken, 0);
        improve(missed, distance);
    }

    /** Sets the distance of a branch if the new distance is less than the old distance. */
    public static void improve(int branch, double distance) {
        if (distance < Table.distance[branch]) {
            setDistance(branch, distance);
        }
    }

    private static void setDistance(int branch, double distance) {
        if (Table.distance[branch] == NOT_EVALUATED) {
            int count = touchedCount;
            if (count == Table.touchedIds.length) {
                return; // The list is full only if several threads changed the trace at the same time.
            }
            Table.touchedIds[count] = branch;
            touchedCount = count + 1;
        }
        Table.distance[branch] = distance;
    }
}

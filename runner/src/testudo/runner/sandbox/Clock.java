package testudo.runner.sandbox;

import java.util.concurrent.TimeUnit;

/**
 * Replaces the clocks that code under test reads. The time does not depend on the real time, so a test reads
 * the same times in every run. Each read advances the time, so a loop that waits for a certain time ends. A
 * sleep advances the time and returns almost immediately.
 *
 * <p>An environment variant is a changed environment in which the same tests run again. The clock of a
 * variant returns other times. If a test behaves differently in a variant, its behaviour depends on the
 * environment.
 */
public final class Clock {
    /** Start time of the usual clock, in the year 2001. */
    private static final long START_MILLIS = 1_000_000_000_000L;
    /** Time by which each read advances the usual clock: 1 millisecond. */
    private static final long STEP_NANOS = 1_000_000L;
    /** Start time of the clock of the first variant, more than a year after the usual start time. */
    private static final long VARIANT_START_MILLIS = START_MILLIS + 36_123_456_789L;
    /**
     * Time between the start times of consecutive variants: 47 days, plus a day divided by the golden ratio.
     * So the start times of many variants include all hours, days and months.
     */
    private static final long VARIANT_OFFSET_MILLIS = 47 * 86_400_000L + 53_398_137L;
    /** Time by which each read advances the clock of a variant: more than three hours. */
    private static final long VARIANT_STEP_NANOS = 12_345_678_901_234L;

    private static long startMillis = START_MILLIS;
    private static long stepNanos = STEP_NANOS;
    /**
     * Maximum total time of the sleeps of a test, in milliseconds. The limit keeps generated tests fast,
     * because generated tests really sleep.
     */
    private static final long MAX_SLEEP_MILLIS = 1000;
    /** Maximum real time of one sleep, in milliseconds. A real sleep lets other threads run. */
    private static final long MAX_REAL_SLEEP_MILLIS = 1;
    /** Maximum number of real sleeps of a test. */
    private static final int MAX_REAL_SLEEPS = 10;

    /** Time on the clock since the start of the test, in nanoseconds. Reads and sleeps advance this time. */
    private static long elapsedNanos;
    /** Total time of the sleeps that the test has requested so far, in milliseconds. */
    private static long sleptMillis;
    /** Number of sleeps of the test so far. */
    private static int sleeps;
    // State of the clock before a static initialiser started.
    private static long startBefore;
    private static long stepBefore;
    private static long elapsedNanosBefore;
    private static long sleptMillisBefore;
    private static int sleepsBefore;
    /** Thread that runs the test. */
    private static Thread testThread;
    /** Whether the test read a clock or drew a random number since the last call of {@link #pollRead}. */
    private static boolean isRead;

    private Clock() {}

    /**
     * Resets the clock to its start time. Must be called before each run of a test.
     *
     * @param variant environment variant, or 0 for the usual clock
     */
    public static void reset(int variant) {
        long variantStart = VARIANT_START_MILLIS + (variant - 1) * VARIANT_OFFSET_MILLIS;
        startMillis = variant > 0 ? variantStart : START_MILLIS;
        stepNanos = variant > 0 ? VARIANT_STEP_NANOS : STEP_NANOS;
        elapsedNanos = 0;
        sleptMillis = 0;
        sleeps = 0;
        isRead = false;
        testThread = Thread.currentThread();
    }

    /**
     * Restarts the usual clock until {@link #resume}, because the times that a static initialiser reads must
     * not depend on the test.
     */
    public static void suspend() {
        startBefore = startMillis;
        stepBefore = stepNanos;
        elapsedNanosBefore = elapsedNanos;
        sleptMillisBefore = sleptMillis;
        sleepsBefore = sleeps;
        startMillis = START_MILLIS;
        stepNanos = STEP_NANOS;
        elapsedNanos = 0;
        sleptMillis = 0;
        sleeps = 0;
    }

    /** Continues the clock of the test at the state before {@link #suspend}. */
    public static void resume() {
        startMillis = startBefore;
        stepNanos = stepBefore;
        elapsedNanos = elapsedNanosBefore;
        sleptMillis = sleptMillisBefore;
        sleeps = sleepsBefore;
    }

    /** Replaces {@code System.currentTimeMillis()}. */
    public static long millis() {
        return startMillis + nanos() / 1_000_000L;
    }

    /** Replaces {@code System.nanoTime()}. */
    public static long nanos() {
        recordRead();
        return elapsedNanos += stepNanos;
    }

    /**
     * Records that the test reads a clock or draws a random number. Instrumented code calls this method
     * before reads that this class and {@link Randomness} do not replace.
     */
    public static void recordRead() {
        // Reads of other threads do not count. A thread that another test left running can read the clock at
        // any time.
        isRead |= isTestThread() && !Budget.isPaused();
    }

    /** Returns whether the current thread runs the test. */
    public static boolean isTestThread() {
        return Thread.currentThread() == testThread;
    }

    /**
     * Returns whether the test read a clock or drew a random number since the last call of this method, or
     * since the test started.
     */
    public static boolean pollRead() {
        boolean wasRead = isRead;
        isRead = false;
        return wasRead;
    }

    /** Replaces {@code Thread.sleep(millis)}. */
    public static void sleep(long millis) throws InterruptedException {
        Thread.sleep(passTime(millis));
    }

    /** Replaces {@code Thread.sleep(millis, nanos)}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        long realMillis = passTime(millis);
        Thread.sleep(realMillis, realMillis < millis ? 0 : nanos);
    }

    /** Replaces {@code unit.sleep(timeout)}. */
    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        long millis = unit.toMillis(timeout);
        long realMillis = passTime(millis);
        if (realMillis == millis) {
            unit.sleep(timeout);
        } else {
            Thread.sleep(realMillis);
        }
    }

    /**
     * Advances the clock of the test and returns the real time to sleep, in milliseconds. In all threads
     * except the thread of the test, the real time is the requested time.
     */
    private static long passTime(long millis) {
        if (millis <= 0 || Thread.currentThread() != testThread) {
            return millis;
        }
        sleptMillis += Math.min(millis, MAX_SLEEP_MILLIS + 1);
        if (sleptMillis > MAX_SLEEP_MILLIS) {
            throw Budget.exhaust(BudgetError.INSTANCE);
        }
        elapsedNanos += millis * 1_000_000L;
        return sleeps++ < MAX_REAL_SLEEPS ? Math.min(millis, MAX_REAL_SLEEP_MILLIS) : 0;
    }
}

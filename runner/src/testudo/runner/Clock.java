package testudo.runner;

import java.util.concurrent.TimeUnit;

/**
 * Stands in for the clocks that code under test reads. Time passes by reading it, so that a test sees the same in every
 * run, and loops that wait for a time to come end. Who sleeps moves it on and goes on at once, or nearly so.
 *
 * <p>It can run otherwise: what a test shows then and did not show before depends on the time.
 */
public final class Clock {
    /** In 2001. */
    private static final long START = 1_000_000_000_000L;
    private static final long STEP_NANOS = 1_000_000L;
    /** More than a year later. */
    private static final long OTHER_START = START + 36_123_456_789L;
    /** Between one other time and the next: weeks and the golden part of a day, so that all hours, days and months come up. */
    private static final long OTHER_MILLIS = 47 * 86_400_000L + 53_398_137L;
    /** More than three hours. */
    private static final long OTHER_STEP_NANOS = 12_345_678_901_234L;

    private static long start = START;
    private static long step = STEP_NANOS;
    /** What a test may sleep in all: the one that is written does so really. */
    private static final long LONGEST_MILLIS = 1000;
    /** How long it sleeps at a time, and how often: so that other threads get on. */
    private static final long REAL_MILLIS = 1;
    private static final int REAL_SLEEPS = 10;

    private static long elapsed;
    private static long slept;
    private static int sleeps;
    /** What these were before a static initialiser began. */
    private static long startBefore;
    private static long stepBefore;
    private static long elapsedBefore;
    private static long sleptBefore;
    private static int sleepsBefore;
    private static Thread sleeper;
    /** Whether the test read it, or drew at random. */
    private static boolean read;

    private Clock() {}

    /**
     * To be called before each test.
     *
     * @param otherwise which of the other clocks it gets, or 0 for the usual one
     */
    public static void reset(int otherwise) {
        start = otherwise > 0 ? OTHER_START + (otherwise - 1) * OTHER_MILLIS : START;
        step = otherwise > 0 ? OTHER_STEP_NANOS : STEP_NANOS;
        elapsed = 0;
        slept = 0;
        sleeps = 0;
        read = false;
        sleeper = Thread.currentThread();
    }

    /** Starts again, until {@link #goOn}: what a static initialiser reads is to be the same in whichever test it runs. */
    static void interrupt() {
        startBefore = start;
        stepBefore = step;
        elapsedBefore = elapsed;
        sleptBefore = slept;
        sleepsBefore = sleeps;
        start = START;
        step = STEP_NANOS;
        elapsed = 0;
        slept = 0;
        sleeps = 0;
    }

    static void goOn() {
        start = startBefore;
        step = stepBefore;
        elapsed = elapsedBefore;
        slept = sleptBefore;
        sleeps = sleepsBefore;
    }

    /** In place of {@code System.currentTimeMillis()}. */
    public static long millis() {
        return start + nanos() / 1_000_000L;
    }

    /** In place of {@code System.nanoTime()}. */
    public static long nanos() {
        look();
        return elapsed += step;
    }

    /** Before a clock of the JDK is read that this one does not stand in for. */
    public static void look() {
        // A thread that another test left behind may read it at any time.
        read |= isOfTest() && !Budget.initialises();
    }

    /** Whether it is the test itself that asks, and no other thread. */
    static boolean isOfTest() {
        return Thread.currentThread() == sleeper;
    }

    /** Whether a clock was read, or something drawn at random, since this was asked last, or since the test began. */
    static boolean wasRead() {
        boolean was = read;
        read = false;
        return was;
    }

    /** In place of {@code Thread.sleep(millis)}. */
    public static void sleep(long millis) throws InterruptedException {
        Thread.sleep(pass(millis));
    }

    /** In place of {@code Thread.sleep(millis, nanos)}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        long real = pass(millis);
        Thread.sleep(real, real < millis ? 0 : nanos);
    }

    /** In place of {@code unit.sleep(timeout)}. */
    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        long millis = unit.toMillis(timeout);
        long real = pass(millis);
        if (real == millis) {
            unit.sleep(timeout);
        } else {
            Thread.sleep(real);
        }
    }

    /** Has a time pass for the test, and returns what of it is to pass really. Other threads sleep as they like. */
    private static long pass(long millis) {
        if (millis <= 0 || Thread.currentThread() != sleeper) {
            return millis;
        }
        slept += Math.min(millis, LONGEST_MILLIS + 1);
        if (slept > LONGEST_MILLIS) {
            throw Budget.end(BudgetError.INSTANCE);
        }
        elapsed += millis * 1_000_000L;
        return sleeps++ < REAL_SLEEPS ? Math.min(millis, REAL_MILLIS) : 0;
    }
}

package testudo.runner;

/**
 * Stands in for the clocks that code under test reads. Time passes by reading it, so that a test sees the same in every
 * run, and loops that wait for a time to come end.
 *
 * <p>It can run otherwise: what a test shows then and did not show before depends on the time.
 */
public final class Clock {
    /** In 2001. */
    private static final long START = 1_000_000_000_000L;
    private static final long STEP_NANOS = 1_000_000L;
    /** More than a year later. */
    private static final long OTHER_START = START + 36_123_456_789L;
    /** More than three hours. */
    private static final long OTHER_STEP_NANOS = 12_345_678_901_234L;

    private static long start = START;
    private static long step = STEP_NANOS;
    private static long elapsed;

    private Clock() {}

    /** To be called before each test. */
    public static void reset(boolean otherwise) {
        start = otherwise ? OTHER_START : START;
        step = otherwise ? OTHER_STEP_NANOS : STEP_NANOS;
        elapsed = 0;
    }

    /** In place of {@code System.currentTimeMillis()}. */
    public static long millis() {
        return start + nanos() / 1_000_000L;
    }

    /** In place of {@code System.nanoTime()}. */
    public static long nanos() {
        return elapsed += step;
    }
}

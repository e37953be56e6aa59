package testudo.runner.probe;

/**
 * Distinguishes exceptions thrown by {@code throw} statements of the code under test from exceptions of the
 * JVM and of libraries.
 */
public final class ThrowProbe {
    /** Exception of the last executed {@code throw} statement, or null. */
    private static Throwable last;

    private ThrowProbe() {}

    /** Called before each test. */
    public static void reset() {
        last = null;
    }

    /** Called before a {@code throw} statement in code under test, unless it rethrows a caught exception. */
    public static void record(Throwable thrown) {
        last = thrown;
    }

    /** Returns whether the last executed {@code throw} statement threw this exception. */
    public static boolean isExplicit(Throwable thrown) {
        return thrown != null && thrown == last;
    }
}

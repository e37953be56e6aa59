package testudo.runner.probe;

/**
 * Distinguishes exceptions thrown by {@code throw} statements of the code under test from exceptions of the
 * JVM and of libraries.
 */
public final class ThrowProbe {
    /** Exception that the last executed {@code throw} statement threw in this test, or null. */
    private static Throwable lastThrown;

    private ThrowProbe() {}

    /** Drops the recorded exception. Called before each test. */
    public static void reset() {
        lastThrown = null;
    }

    /**
     * Records the exception of a {@code throw} statement. Called before each {@code throw} statement in code
     * under test, except before statements that rethrow a caught exception.
     */
    public static void record(Throwable thrown) {
        lastThrown = thrown;
    }

    /** Returns whether the last executed {@code throw} statement threw this exception. */
    public static boolean isExplicit(Throwable thrown) {
        return thrown != null && thrown == lastThrown;
    }
}

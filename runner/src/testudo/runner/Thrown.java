package testudo.runner;

/** Tells the exceptions that code under test throws by itself from those of what it calls and of the JVM. */
public final class Thrown {
    private static Throwable last;

    private Thrown() {}

    /** To be called before each test. */
    public static void reset() {
        last = null;
    }

    /** Before a {@code throw} in code under test of something that it did not just catch. */
    public static void note(Throwable thrown) {
        last = thrown;
    }

    /** Whether that is what a {@code throw} in code under test threw last. */
    public static boolean isExplicit(Throwable thrown) {
        return thrown != null && thrown == last;
    }
}

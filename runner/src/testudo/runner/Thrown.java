package testudo.runner;

/** The exception that code under test threw last by a {@code throw} of its own. */
public final class Thrown {
    private static Throwable last;

    private Thrown() {}

    /** To be called before each test. */
    public static void reset() {
        last = null;
    }

    /** What instrumented code calls before it throws. */
    public static void note(Throwable thrown) {
        last = thrown;
    }

    /** The last one since the last reset, or null. */
    static Throwable last() {
        return last;
    }
}

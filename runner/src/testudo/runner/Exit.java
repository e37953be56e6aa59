package testudo.runner;

/** Stands in for {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} in code under test. */
public final class Exit {
    private static boolean requested;

    private Exit() {}

    /** To be called before each test. */
    public static void reset() {
        requested = false;
    }

    /** Whether the code under test tried to end the JVM since the last reset, even if it caught the error. */
    public static boolean requested() {
        return requested;
    }

    /** In place of {@code System.exit(status)}. */
    public static void exit(int status) {
        requested = true;
        // What ran on after the end of the JVM would be nothing that a test may show, so no handler may stop this.
        throw Budget.end(ExitError.INSTANCE);
    }

    /** In place of {@code runtime.exit(status)} and {@code runtime.halt(status)}. */
    public static void exit(Runtime runtime, int status) {
        runtime.getClass(); // A null receiver fails as it would have.
        exit(status);
    }
}

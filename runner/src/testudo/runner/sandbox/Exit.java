package testudo.runner.sandbox;

/** Replaces {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} in code under test. */
public final class Exit {
    private static boolean isRequested;

    private Exit() {}

    /** Drops the record of an attempt to end the JVM. Must be called before each test. */
    public static void reset() {
        isRequested = false;
    }

    /**
     * Returns whether the code under test has tried to end the JVM since the last reset. A caught
     * {@link ExitError} also counts.
     */
    public static boolean isRequested() {
        return isRequested;
    }

    /** Replaces {@code System.exit(status)}. */
    public static void exit(int status) {
        isRequested = true;
        // The exhausted budget makes each later tick throw the error again, so no exception handler can
        // continue the test. Without the runner, the JVM would end here and execute no further code.
        throw Budget.exhaust(ExitError.INSTANCE);
    }

    /** Replaces {@code runtime.exit(status)} and {@code runtime.halt(status)}. */
    public static void exit(Runtime runtime, int status) {
        runtime.getClass(); // A null receiver causes a NullPointerException, as in the original call.
        exit(status);
    }
}

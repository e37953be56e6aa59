package testudo.runner.sandbox;

/** Replaces {@code System.exit}, {@code Runtime.exit} and {@code Runtime.halt} in code under test. */
public final class Exit {
    private static boolean isRequested;

    private Exit() {}

    /** Must be called before each test. */
    public static void reset() {
        isRequested = false;
    }

    /**
     * Returns whether the code under test tried to end the JVM since the last reset, even if it caught the
     * error.
     */
    public static boolean isRequested() {
        return isRequested;
    }

    /** Replaces {@code System.exit(status)}. */
    public static void exit(int status) {
        isRequested = true;
        // No handler may catch the error for good. A written test would not execute the code after the end of
        // the JVM.
        throw Budget.exhaust(ExitError.INSTANCE);
    }

    /** Replaces {@code runtime.exit(status)} and {@code runtime.halt(status)}. */
    public static void exit(Runtime runtime, int status) {
        runtime.getClass(); // A null receiver throws a NullPointerException as before.
        exit(status);
    }
}

package testudo.runner.sandbox;

/**
 * Thrown where code under test would have ended the JVM. There is only one instance, so that it costs nothing
 * to throw.
 */
public final class ExitError extends Error {
    private static final long serialVersionUID = 1;

    static final ExitError INSTANCE = new ExitError();

    private ExitError() {
        super("the test tried to end the JVM", null, false, false);
    }
}

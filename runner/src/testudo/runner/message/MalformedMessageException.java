package testudo.runner.message;

/** Thrown if a message from the parent process is malformed. The worker ends after this exception. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedMessageException(String reason) {
        super("The message of the parent process is malformed: " + reason);
    }
}

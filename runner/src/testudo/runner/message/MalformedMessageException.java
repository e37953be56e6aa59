package testudo.runner.message;

/** Thrown if a message of the parent is malformed. The worker then ends. */
public final class MalformedMessageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public MalformedMessageException(String reason) {
        super("The message of the parent process is malformed: " + reason);
    }
}

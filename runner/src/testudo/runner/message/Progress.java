package testudo.runner.message;

import java.nio.ByteBuffer;

/**
 * The progress of this worker in a file that it shares with the parent. The parent reads the file even after
 * the worker has ended.
 */
public final class Progress {
    private final ByteBuffer file;
    private int tests;
    private int mutants;

    public Progress(ByteBuffer file) {
        this.file = file;
    }

    /** Records that a test starts. */
    public void beginTest() {
        tests++;
        mutants = 0;
        write();
    }

    /** Records that the test has finished. */
    public void endTest() {
        file.putInt(Protocol.Progress.ENDED, tests);
    }

    /** Records that the test starts to run on a mutant. */
    public void beginMutant() {
        mutants++;
        write();
    }

    /** Records the number of completed statements, before the next statement. */
    public void beginStatement(int completed) {
        file.putInt(Protocol.Progress.STATEMENTS, completed);
    }

    /** Writes both numbers at once, so that the parent never reads the mutants of another test. */
    private void write() {
        file.putLong(Protocol.Progress.TESTS, (long) tests << 32 | mutants);
    }
}

package testudo.runner.message;

import java.nio.ByteBuffer;

/**
 * Records the progress of this worker in a file that the parent process can read. The parent reads the file
 * even after the worker has ended.
 */
public final class Progress {
    private final ByteBuffer file;
    /** Number of tests that have begun. */
    private int tests;
    /** Number of mutants on which the current test has begun to run. */
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

    /** Records that the test starts to run on another mutant. */
    public void beginMutant() {
        mutants++;
        write();
    }

    /** Records the number of completed statements, before the next statement. */
    public void beginStatement(int completed) {
        file.putInt(Protocol.Progress.STATEMENTS, completed);
    }

    /**
     * Writes the numbers of tests and mutants at once. Otherwise the parent could read the number of mutants
     * of another test.
     */
    private void write() {
        file.putLong(Protocol.Progress.TESTS, (long) tests << 32 | mutants);
    }
}

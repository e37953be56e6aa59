package testudo.runner.message;

import java.nio.ByteBuffer;

/**
 * Records the progress of this worker in a file that the parent process can read. The parent can also read
 * the file after the worker has ended. In the same file, the parent records which tests need not run.
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

    /** Records that the next test starts. */
    public void beginTest() {
        tests++;
        mutants = 0;
        write();
    }

    /** Records that the current test has ended. */
    public void endTest() {
        file.putInt(Protocol.Progress.ENDED, tests);
    }

    /** Returns whether the current test need not run, because the parent ignores its result. */
    public boolean isAbandoned() {
        return tests <= file.getInt(Protocol.Progress.ABANDONED);
    }

    /** Records that the current test starts to run on the next mutant. */
    public void beginMutant() {
        mutants++;
        write();
    }

    /** Records the number of completed statements. Called before each statement. */
    public void beginStatement(int completedStatements) {
        file.putInt(Protocol.Progress.STATEMENTS, completedStatements);
    }

    /**
     * Writes the numbers of tests and mutants as one {@code long}. Two separate writes could make the parent
     * read the number of mutants of another test.
     */
    private void write() {
        file.putLong(Protocol.Progress.TESTS, (long) tests << 32 | mutants);
    }
}

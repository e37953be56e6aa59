package testudo.runner;

import java.nio.ByteBuffer;

/** Where the parent sees how far this worker is, even after the worker is gone. */
final class Progress {
    private final ByteBuffer shown;
    private int tests;
    private int mutants;

    Progress(ByteBuffer shown) {
        this.shown = shown;
    }

    /** A test begins. */
    void test() {
        tests++;
        mutants = 0;
        show();
    }

    /** It is over. */
    void end() {
        shown.putInt(Protocol.Progress.ENDED, tests);
    }

    /** It begins to run on a mutant. */
    void mutant() {
        mutants++;
        show();
    }

    /** So many statements have completed, and another one begins. */
    void statement(int done) {
        shown.putInt(Protocol.Progress.STATEMENTS, done);
    }

    /** Both at once: nobody is to see a test with the mutants of another one. */
    private void show() {
        shown.putLong(Protocol.Progress.TESTS, (long) tests << 32 | mutants);
    }
}

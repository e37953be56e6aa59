package testudo.runner;

import java.nio.ByteBuffer;

/** Where the parent sees how far this worker is, even after the worker is gone. */
final class Progress {
    /**
     * What is shown takes so many bytes: the number of tests begun, of mutants that the last of them has
     * begun, of its statements that have completed, and of tests that are over.
     */
    static final int BYTES = 16;

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
        shown.putInt(12, tests);
    }

    /** It begins to run on a mutant. */
    void mutant() {
        mutants++;
        show();
    }

    /** So many statements have completed, and another one begins. */
    void statement(int done) {
        shown.putInt(8, done);
    }

    /** Both at once: nobody is to see a test with the mutants of another one. */
    private void show() {
        shown.putLong(0, (long) tests << 32 | mutants);
    }
}

package testudo.runner;

/** Follows a test as it runs, statement by statement. */
abstract class Witness {
    // Where the value of a variable comes from.
    static final int OTHER = 0;
    /** A call or a field gave it, and it is not what the test itself put there. */
    static final int RESULT = 1;
    /** It is an array that the test makes. */
    static final int OWN_ARRAY = 2;

    /** The variables of the test that runs: those of the statements before the one that is shown. */
    Object[] variables;

    /**
     * Is shown what the next statement defines.
     *
     * @param shape see {@link Observer}
     * @param origin one of the numbers above
     * @param statement its index
     * @return whether the test is to go on
     */
    abstract boolean sees(Object value, int shape, int origin, int statement);

    /** The test runs once more, and only that run counts. */
    abstract void again();

    /** The test itself put a value into the array of a variable. */
    void wrote(int array, int index, Object value) {
    }

    /** The test gave a variable another value. */
    void assigned(int variable) {
    }
}

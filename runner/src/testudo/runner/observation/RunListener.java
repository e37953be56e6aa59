package testudo.runner.observation;

/** Listens to the run of a test, statement by statement. */
public abstract class RunListener {
    // Origins of the value that a statement defines.
    /** Any origin other than the following origins. */
    public static final int OTHER = 0;
    /**
     * Returned by a call or read from a field. Excluded are constant fields, and calls with which tests fill
     * a collection.
     */
    public static final int RESULT = 1;
    /** An array created by the test. */
    public static final int OWN_ARRAY = 2;

    /**
     * The variables of the running test, one for each statement. When a statement is reported, the variables
     * of all earlier statements are defined.
     */
    public Object[] variables;

    /**
     * Called after a statement.
     *
     * @param value value that the statement defines
     * @param shape shape of the value: see {@link Observer}
     * @param origin origin of the value: {@link #OTHER}, {@link #RESULT} or {@link #OWN_ARRAY}
     * @param statement index of the statement
     * @return whether the test continues
     */
    public abstract boolean variableDefined(Object value, int shape, int origin, int statement);

    /** Called when the test runs again. Only the last run counts. */
    public abstract void restart();

    /** Called when the test itself stores a value into the array of a variable. */
    public void elementWritten(int variable, int index, Object value) {
    }

    /** Called when the test assigns a new value to a variable. */
    public void variableAssigned(int variable) {
    }
}

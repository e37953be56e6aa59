package testudo.runner.observation;

/** Listens to the run of a test, statement by statement. */
public abstract class RunListener {
    // Origins of the value that a statement defines.
    /** Any origin except {@link #RESULT}, {@link #OWN_ARRAY} and {@link #OWN_CONTAINER}. */
    public static final int OTHER = 0;
    /**
     * The value was returned by a call or read from a field. Values of constant fields, and results of calls
     * that only fill a collection, have the origin {@link #OTHER}.
     */
    public static final int RESULT = 1;
    /** The value is an array that the test created. */
    public static final int OWN_ARRAY = 2;
    /** The value is a collection or map of the JDK that the test created with a constructor. */
    public static final int OWN_CONTAINER = 3;

    /**
     * The variables of the running test, one for each statement. When a statement is reported, the variables
     * of all earlier statements are defined.
     */
    public Object[] variables;

    /**
     * Called after a statement has completed.
     *
     * @param value value that the statement defines
     * @param shape shape of the value: see {@link Observer}
     * @param origin origin of the value: {@link #OTHER}, {@link #RESULT}, {@link #OWN_ARRAY} or
     *     {@link #OWN_CONTAINER}
     * @param statement index of the statement
     * @return whether the test continues
     */
    public abstract boolean variableDefined(Object value, int shape, int origin, int statement);

    /** Called before the test runs again. The listener must drop its records of the previous run. */
    public abstract void restart();

    /** Called when the test itself stores a value into the array of a variable. */
    public void elementWritten(int variable, int index, Object value) {
    }

    /** Called when the test assigns a new value to a variable. */
    public void variableAssigned(int variable) {
    }
}

package testudo.runner.observation;

import java.util.Arrays;
import testudo.runner.message.MessageWriter;

/**
 * The recorded behaviour of a test without mutants, and its comparison with other runs.
 *
 * <p>The first run is recorded. The second run confirms which observations are the same in every run. Further
 * runs are compared. The assertions are those that the parent generates: on results of calls and fields, on
 * the message of an exception, and at the end on arrays of the test that the code under test changed.
 */
public final class ReferenceRun extends RunListener {
    private static final int RECORDING = 0;
    private static final int CONFIRMING = 1;
    private static final int COMPARING = 2;

    private final TestArrays arrays = new TestArrays();
    /** Observations of the recorded run: the variables, then the arrays at the end. */
    private final MessageWriter observations = new MessageWriter();
    /** By variable, where its observation ends. */
    private int[] ends = new int[64];
    /** By variable, whether its observation was the same in the first two runs. */
    private boolean[] isStable = new boolean[64];
    /** By variable, whether an assertion is made from its observation. */
    private boolean[] hasAssertion = new boolean[64];
    private int count;

    private int phase;
    /** Index of the next variable of the run. */
    private int next;
    /** Number of differences that no assertion detects. */
    private int undetectedDifferences;
    private final MessageWriter current = new MessageWriter();

    /**
     * Whether a run continues after an assertion detected a difference, so that all detecting assertions are
     * found.
     */
    private final boolean continuesAfterDetection;
    /** Assertions of the last run that detected a difference. */
    private final MessageWriter detectingAssertions = new MessageWriter();
    /** Number of differences that assertions detect. */
    private int detectedDifferences;

    public ReferenceRun(boolean continuesAfterDetection) {
        this.continuesAfterDetection = continuesAfterDetection;
    }

    /** Records the next run. */
    public void record() {
        observations.truncate(0);
        count = 0;
        begin(RECORDING);
    }

    /** Confirms the recorded run by the next run. */
    public void confirm() {
        Arrays.fill(isStable, 0, count, true);
        begin(CONFIRMING);
    }

    /** Compares the next run with the recorded run. */
    public void compare() {
        begin(COMPARING);
    }

    private void begin(int phase) {
        this.phase = phase;
        arrays.reset();
        next = 0;
        undetectedDifferences = 0;
        detectedDifferences = 0;
        detectingAssertions.truncate(0);
    }

    /**
     * Returns the number of assertions that detected a difference. It is at most 1 if a run ends with the
     * first difference.
     */
    public int detectedDifferences() {
        return detectedDifferences;
    }

    /**
     * Returns the assertions that detected a difference: the statements whose variables they check. For the
     * message of an exception this is the statement that threw it.
     */
    public MessageWriter detectingAssertions() {
        return detectingAssertions;
    }

    /** Returns the number of variables that differ from the recorded run although no assertion detects it. */
    public int undetectedDifferences() {
        return undetectedDifferences;
    }

    @Override
    public void restart() {
        switch (phase) {
            case RECORDING:
                record();
                break;
            case CONFIRMING:
                confirm();
                break;
            default:
                compare();
        }
    }

    @Override
    public boolean variableDefined(Object value, int shape, int origin, int statement) {
        if (origin == OWN_ARRAY) {
            arrays.add(statement, value);
        }
        return observe(value, shape, statement, origin == RESULT, statement);
    }

    @Override
    public void elementWritten(int array, int index, Object value) {
        arrays.elementWritten(array, index, value);
    }

    @Override
    public void variableAssigned(int variable) {
        arrays.variableAssigned(variable);
    }

    /**
     * Observes the arrays after all statements have completed. Returns false if an assertion detects a
     * difference.
     */
    public boolean observeArrays() {
        boolean same = true;
        for (int i = 0; i < arrays.count() && same; i++) {
            boolean hasAssertion = phase == RECORDING && isChanged(i);
            same = observe(arrays.get(i), Observer.REFERENCE, 0, hasAssertion, arrays.variable(i));
        }
        return same;
    }

    /**
     * Observes the message of the exception that the test threw; null if the user's code did not create it.
     * Returns false if an assertion detects a difference.
     */
    public boolean observeMessage(String message) {
        return observe(message, Observer.REFERENCE, 0, message != null, next);
    }

    /** Returns whether the code under test changed an array. */
    private boolean isChanged(int index) {
        Object copy = arrays.copy(index);
        if (copy == null) {
            return false;
        }
        current.truncate(0);
        Observer.observe(arrays.get(index), Observer.REFERENCE, variables, 0, current);
        int end = current.size();
        Observer.observe(copy, Observer.REFERENCE, variables, 0, current);
        return !current.isSame(0, end, current, end, current.size());
    }

    /**
     * Records or compares a value. Returns whether the test continues.
     *
     * @param others number of variables that the value is compared with by identity
     */
    private boolean observe(Object value, int shape, int others, boolean isAsserted, int statement) {
        int variable = next++;
        if (phase == RECORDING) {
            record(value, shape, others, isAsserted);
            return true;
        }
        // In the recorded run, an earlier statement threw an exception.
        if (variable >= count) {
            return false;
        }
        if (isSame(variable, value, shape, others)) {
            return true;
        }
        if (phase == CONFIRMING) {
            isStable[variable] = false;
            return true;
        }
        undetectedDifferences += isStable[variable] ? 1 : 0;
        if (!isStable[variable]
            || !hasAssertion[variable]
            || !Observer.assertionFails(observations, start(variable), current)) {
            return true;
        }
        detectingAssertions.varint(statement);
        detectedDifferences++;
        return continuesAfterDetection;
    }

    private void record(Object value, int shape, int others, boolean isAsserted) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            isStable = Arrays.copyOf(isStable, 2 * count);
            hasAssertion = Arrays.copyOf(hasAssertion, 2 * count);
        }
        int start = observations.size();
        Observer.observe(value, shape, variables, others, observations);
        isStable[count] = true;
        hasAssertion[count] = isAsserted && Observer.isAssertable(observations, start);
        ends[count++] = observations.size();
    }

    private boolean isSame(int variable, Object value, int shape, int others) {
        current.truncate(0);
        Observer.observe(value, shape, variables, others, current);
        return current.isSame(0, current.size(), observations, start(variable), ends[variable]);
    }

    /** Returns where the observation of a variable starts. */
    private int start(int variable) {
        return variable == 0 ? 0 : ends[variable - 1];
    }
}

package testudo.runner.observation;

import java.util.Arrays;
import testudo.runner.message.MessageWriter;

/**
 * Records the behaviour of a test without mutants, and compares other runs of the test with the recorded run.
 *
 * <p>The first run is recorded. The second run determines which observations are stable, that is, the same in
 * both runs. Each further run is compared with the recorded run. The comparison covers exactly what the
 * parent process asserts: results, fields, messages of exceptions, and changed arrays and containers.
 */
public final class ReferenceRun extends RunListener {
    private static final int RECORDING = 0;
    private static final int CONFIRMING = 1;
    private static final int COMPARING = 2;

    private final OwnObjects ownObjects = new OwnObjects();
    /**
     * Observations of the recorded run: the variables, then the arrays and containers that the test created,
     * or the message of the exception.
     */
    private final MessageWriter observations = new MessageWriter();
    /** For each variable, the end position of its observation in {@link #observations}. */
    private int[] endPositions = new int[64];
    /** For each variable, whether its observation was the same in the first two runs. */
    private boolean[] isStable = new boolean[64];
    /** For each variable, whether an assertion is made from its observation. */
    private boolean[] hasAssertion = new boolean[64];
    /** Number of recorded observations. */
    private int count;

    /** {@link #RECORDING}, {@link #CONFIRMING} or {@link #COMPARING}. */
    private int phase;
    /** Index of the variable that is observed next. */
    private int nextVariable;
    /**
     * Number of observations of the current run that differ from the recorded run. Observations that already
     * differed between the first two runs do not count.
     */
    private int differences;
    /** Observations that are being compared. */
    private final MessageWriter currentObservations = new MessageWriter();

    /**
     * Whether a run continues after an assertion has detected a difference. If true, the run finds all
     * assertions that detect a difference, not only the first of them.
     */
    private final boolean continuesAfterDetection;
    /** Statements of the last run whose assertions detected a difference. */
    private final MessageWriter detectingAssertions = new MessageWriter();
    /** Number of assertions of the last run that detected a difference. */
    private int detectedDifferences;

    public ReferenceRun(boolean continuesAfterDetection) {
        this.continuesAfterDetection = continuesAfterDetection;
    }

    /** Prepares the recording of the next run. */
    public void record() {
        observations.truncate(0);
        count = 0;
        begin(RECORDING);
    }

    /**
     * Prepares the second run. Observations that differ between the recorded run and the second run are not
     * stable.
     */
    public void confirm() {
        Arrays.fill(isStable, 0, count, true);
        begin(CONFIRMING);
    }

    /** Prepares the comparison of the next run with the recorded run. */
    public void compare() {
        begin(COMPARING);
    }

    private void begin(int phase) {
        this.phase = phase;
        ownObjects.reset();
        nextVariable = 0;
        differences = 0;
        detectedDifferences = 0;
        detectingAssertions.truncate(0);
    }

    /**
     * Returns the number of assertions that detected a difference. The number is at most 1 if the run ends at
     * the first detected difference.
     */
    public int detectedDifferences() {
        return detectedDifferences;
    }

    /**
     * Returns the statements whose assertions detected a difference. An assertion on a variable belongs to
     * the statement that defines the variable. An assertion on the message of an exception belongs to the
     * statement that threw the exception.
     */
    public MessageWriter detectingAssertions() {
        return detectingAssertions;
    }

    /**
     * Returns the number of observations that differ from the recorded run, whether or not an assertion
     * detects the difference. Observations that already differed between the first two runs do not count.
     */
    public int differences() {
        return differences;
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
            ownObjects.addArray(statement, value);
        } else if (origin == OWN_CONTAINER) {
            ownObjects.addContainer(statement, value);
        }
        return observe(value, shape, statement, origin == RESULT, statement);
    }

    @Override
    public void elementWritten(int variable, int index, Object value) {
        ownObjects.elementWritten(variable, index, value);
    }

    @Override
    public void variableAssigned(int variable) {
        ownObjects.variableAssigned(variable);
    }

    /**
     * Observes the arrays and containers that the test created. Called after all statements have completed.
     * Returns false if the comparison ends early: see {@link #observe}.
     */
    public boolean observeOwnObjects() {
        boolean isContinued = true;
        for (int i = 0; i < ownObjects.count() && isContinued; i++) {
            boolean isAsserted = phase == RECORDING && (ownObjects.isContainer(i) || isChanged(i));
            isContinued = observe(ownObjects.get(i), Observer.REFERENCE, 0, isAsserted, ownObjects.variable(i));
        }
        return isContinued;
    }

    /**
     * Observes the first line of the message of the exception that the test threw. A generated test possibly
     * asserts no other line. The message is null if the user's code did not create the exception. Returns
     * false if the comparison ends early: see {@link #observe}.
     */
    public boolean observeMessage(String message) {
        int end = message == null ? -1 : message.indexOf('\n');
        String line = end < 0 ? message : message.substring(0, end);
        return observe(line, Observer.REFERENCE, 0, line != null, nextVariable);
    }

    /** Returns whether the code under test changed the array at an index of {@link #ownObjects}. */
    private boolean isChanged(int index) {
        Object copy = ownObjects.copy(index);
        if (copy == null) {
            return false;
        }
        currentObservations.truncate(0);
        Observer.observe(ownObjects.get(index), Observer.REFERENCE, variables, 0, currentObservations);
        int end = currentObservations.size();
        Observer.observe(copy, Observer.REFERENCE, variables, 0, currentObservations);
        return !currentObservations.isSame(0, end, currentObservations, end, currentObservations.size());
    }

    /**
     * Records a value or compares it with the recorded run. Returns whether the test continues. The test ends
     * early if the recorded run ended earlier. It also ends early if an assertion detects a difference,
     * unless {@link #continuesAfterDetection} is set.
     *
     * @param otherCount number of earlier variables to compare with the value by identity
     * @param statement statement to report if the assertion on the value detects a difference
     */
    private boolean observe(Object value, int shape, int otherCount, boolean isAsserted, int statement) {
        int variable = nextVariable++;
        if (phase == RECORDING) {
            record(value, shape, otherCount, isAsserted);
            return true;
        }
        // The recorded run has no such observation, because it ended at an earlier statement.
        if (variable >= count) {
            return false;
        }
        if (isSame(variable, value, shape, otherCount)) {
            return true;
        }
        if (phase == CONFIRMING) {
            isStable[variable] = false;
            return true;
        }
        differences += isStable[variable] ? 1 : 0;
        if (!isStable[variable]
            || !hasAssertion[variable]
            || !Observer.assertionFails(observations, start(variable), endPositions[variable], currentObservations)) {
            return true;
        }
        detectingAssertions.varint(statement);
        detectedDifferences++;
        return continuesAfterDetection;
    }

    private void record(Object value, int shape, int otherCount, boolean isAsserted) {
        if (count == endPositions.length) {
            endPositions = Arrays.copyOf(endPositions, 2 * count);
            isStable = Arrays.copyOf(isStable, 2 * count);
            hasAssertion = Arrays.copyOf(hasAssertion, 2 * count);
        }
        int start = observations.size();
        Observer.observe(value, shape, variables, otherCount, observations);
        isStable[count] = true;
        hasAssertion[count] = isAsserted && Observer.isAssertable(observations, start);
        endPositions[count++] = observations.size();
    }

    private boolean isSame(int variable, Object value, int shape, int otherCount) {
        currentObservations.truncate(0);
        Observer.observe(value, shape, variables, otherCount, currentObservations);
        int end = endPositions[variable];
        return currentObservations.isSame(0, currentObservations.size(), observations, start(variable), end);
    }

    /** Returns the start position of the observation of a variable. */
    private int start(int variable) {
        return variable == 0 ? 0 : endPositions[variable - 1];
    }
}

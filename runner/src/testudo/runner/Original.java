package testudo.runner;

import java.util.Arrays;

/**
 * What a test shows as it is, and whether its assertions see that another run of it shows something else.
 *
 * <p>First a run is recorded, then another one confirms what is the same in every run, then others are compared. Assertions
 * are what the parent makes them: on results of calls and fields, on the message of an exception, and at the end on arrays of
 * the test that the code under test changed.
 */
final class Original extends Witness {
    private static final int RECORD = 0;
    private static final int CONFIRM = 1;
    private static final int COMPARE = 2;

    private final OwnArrays arrays = new OwnArrays();
    /** The variables, and behind them the arrays at the end. */
    private final Out seen = new Out();
    /** By variable, where it ends in what was seen. */
    private int[] ends = new int[64];
    /** By variable, whether it was the same twice. */
    private boolean[] steady = new boolean[64];
    /** By variable, whether an assertion tells it. */
    private boolean[] asserted = new boolean[64];
    private int count;

    private int phase;
    /** The next variable of the run. */
    private int at;
    private int unseen;
    private final Out now = new Out();

    /** Whether a run goes on when an assertion saw a difference, so that all are found that do. */
    private final boolean whole;
    /** The assertions of the last run that saw a difference. */
    private final Out differing = new Out();
    private int differences;

    Original(boolean whole) {
        this.whole = whole;
    }

    /** The next run is recorded. */
    void record() {
        seen.truncate(0);
        count = 0;
        begin(RECORD);
    }

    /** The next run confirms the recorded one. */
    void confirm() {
        Arrays.fill(steady, 0, count, true);
        begin(CONFIRM);
    }

    /** The next run is compared with what was confirmed. */
    void compare() {
        begin(COMPARE);
    }

    private void begin(int phase) {
        this.phase = phase;
        arrays.reset();
        at = 0;
        unseen = 0;
        differences = 0;
        differing.truncate(0);
    }

    /** How many assertions saw a difference: one at most where a run ends with the first. */
    int differences() {
        return differences;
    }

    /** Which: the statements whose variables they are about; of the message of an exception the one that threw it. */
    Out differing() {
        return differing;
    }

    /** How many variables were other ones than recorded and confirmed, though no assertion tells. */
    int unseen() {
        return unseen;
    }

    @Override
    void again() {
        switch (phase) {
            case RECORD:
                record();
                break;
            case CONFIRM:
                confirm();
                break;
            default:
                compare();
        }
    }

    @Override
    boolean sees(Object value, int shape, int origin, int statement) {
        if (origin == OWN_ARRAY) {
            arrays.add(statement, value);
        }
        return sees(value, shape, statement, origin == RESULT, statement);
    }

    @Override
    void wrote(int array, int index, Object value) {
        arrays.wrote(array, index, value);
    }

    @Override
    void assigned(int variable) {
        arrays.assigned(variable);
    }

    /** Looks at the arrays when all statements completed; false if an assertion sees a difference. */
    boolean seesArrays() {
        boolean same = true;
        for (int i = 0; i < arrays.count() && same; i++) {
            boolean asserted = phase == RECORD && isChanged(i);
            same = sees(arrays.get(i), Observer.REFERENCE, 0, asserted, arrays.variable(i));
        }
        return same;
    }

    /** Looks at the message of what the test threw, null if it has none that is the code's own; like {@link #seesArrays}. */
    boolean seesMessage(String message) {
        return sees(message, Observer.REFERENCE, 0, message != null, at);
    }

    private boolean isChanged(int place) {
        Object copy = arrays.copy(place);
        if (copy == null) {
            return false;
        }
        now.truncate(0);
        Observer.observe(arrays.get(place), Observer.REFERENCE, variables, 0, now);
        int end = now.size();
        Observer.observe(copy, Observer.REFERENCE, variables, 0, now);
        return !now.isSame(0, end, now, end, now.size());
    }

    private boolean sees(Object value, int shape, int others, boolean isAsserted, int statement) {
        int variable = at++;
        if (phase == RECORD) {
            record(value, shape, others, isAsserted);
            return true;
        }
        // A statement behind the one that threw in the recorded run has nothing to be the same as.
        if (variable >= count) {
            return false;
        }
        if (isSame(variable, value, shape, others)) {
            return true;
        }
        if (phase == CONFIRM) {
            steady[variable] = false;
            return true;
        }
        unseen += steady[variable] ? 1 : 0;
        if (!steady[variable] || !asserted[variable] || !Observer.areTellingApart(seen, start(variable), now)) {
            return true;
        }
        differing.varint(statement);
        differences++;
        return whole;
    }

    private void record(Object value, int shape, int others, boolean result) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            steady = Arrays.copyOf(steady, 2 * count);
            asserted = Arrays.copyOf(asserted, 2 * count);
        }
        int start = seen.size();
        Observer.observe(value, shape, variables, others, seen);
        steady[count] = true;
        asserted[count] = result && Observer.isTelling(seen, start);
        ends[count++] = seen.size();
    }

    private boolean isSame(int variable, Object value, int shape, int others) {
        now.truncate(0);
        Observer.observe(value, shape, variables, others, now);
        return now.isSame(0, now.size(), seen, start(variable), ends[variable]);
    }

    /** Where a variable begins in what was seen. */
    private int start(int variable) {
        return variable == 0 ? 0 : ends[variable - 1];
    }
}

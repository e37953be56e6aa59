package testudo.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Records the failed assertions of the running test. A failed assertion does not end the test, so one run
 * reports all failures.
 */
final class Failures {
    private static List<AssertionError> recorded = new ArrayList<>();

    private Failures() {}

    static synchronized void add(AssertionError failure) {
        recorded.add(failure);
    }

    /** Returns the failures since the last call, and clears the record. */
    static synchronized List<AssertionError> take() {
        List<AssertionError> failures = recorded;
        recorded = new ArrayList<>();
        return failures;
    }
}

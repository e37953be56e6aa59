package testudo.verify;

import java.util.ArrayList;
import java.util.List;

/** Records the failed assertions of the running test. A failure does not end the test, so one run reports all failures. */
final class Failures {
    private static List<AssertionError> found = new ArrayList<>();

    private Failures() {}

    static synchronized void add(AssertionError failure) {
        found.add(failure);
    }

    /** Returns the failures since the last call and forgets them. */
    static synchronized List<AssertionError> take() {
        List<AssertionError> failures = found;
        found = new ArrayList<>();
        return failures;
    }
}

package testudo.verify;

import java.util.ArrayList;
import java.util.List;

/**
 * Assertions of the running test that did not hold. They do not end the test, so that one run tells of all.
 */
final class Failures {
    private static List<AssertionError> found = new ArrayList<>();

    private Failures() {}

    static synchronized void add(AssertionError failure) {
        found.add(failure);
    }

    /** What was added since the last call. */
    static synchronized List<AssertionError> take() {
        List<AssertionError> taken = found;
        found = new ArrayList<>();
        return taken;
    }
}

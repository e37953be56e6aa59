package testudo.verify;

import java.util.ArrayList;
import java.util.List;
import org.opentest4j.AssertionFailedError;

/**
 * Assertions of the running test that did not hold. They do not end the test, so that one run tells of all.
 */
public final class Failures {
    private static List<AssertionFailedError> found = new ArrayList<>();

    private Failures() {}

    public static synchronized void add(AssertionFailedError failure) {
        found.add(failure);
    }

    /** What was added since the last call. */
    static synchronized List<AssertionFailedError> take() {
        List<AssertionFailedError> taken = found;
        found = new ArrayList<>();
        return taken;
    }
}

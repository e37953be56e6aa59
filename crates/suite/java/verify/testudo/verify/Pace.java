package testudo.verify;

/** Compares the time that tests take with the time that is left for the remaining tests. */
final class Pace {
    private final long start = System.currentTimeMillis();
    /** Time at which all tests should have ended, in milliseconds since 1970. */
    private final long end;
    private final int testCount;
    /** Number of tests that have begun. */
    private int begunTests;

    Pace(int testCount, long end) {
        this.testCount = testCount;
        this.end = end;
    }

    /** Records that a test begins. */
    void begin() {
        begunTests++;
    }

    /** Returns whether the tests will end too late if each remaining test takes the average time of previous tests. */
    boolean isTooSlow() {
        long now = System.currentTimeMillis();
        double timePerTest = (double) (now - start) / begunTests;
        return now + timePerTest * (testCount - begunTests) > end;
    }
}

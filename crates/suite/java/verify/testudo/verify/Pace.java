package testudo.verify;

/** Compares the time that groups of tests take with the time that is left for the remaining groups. */
final class Pace {
    /** Time at which the first group began, in milliseconds since 1970. */
    private long start;
    /** Time at which all tests should have ended, in milliseconds since 1970. */
    private final long end;
    private final int groupCount;
    /** Number of groups that have begun. */
    private int begunGroups;

    Pace(int groupCount, long end) {
        this.groupCount = groupCount;
        this.end = end;
    }

    /** Records that a group begins. */
    void begin() {
        if (begunGroups == 0) {
            start = System.currentTimeMillis();
        }
        begunGroups++;
    }

    /** Returns whether the tests will end too late if the remaining groups are as slow as the previous groups. */
    boolean isTooSlow() {
        long now = System.currentTimeMillis();
        double timePerGroup = (double) (now - start) / begunGroups;
        return now + timePerGroup * (groupCount - begunGroups) > end;
    }
}

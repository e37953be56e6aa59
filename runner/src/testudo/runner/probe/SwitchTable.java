package testudo.runner.probe;

/** The keys of a switch and the branch of each key. */
final class SwitchTable {
    /** Size of the cache, a power of two. */
    private static final int CACHE_SIZE = 128;

    /** Id of the first branch of the switch. */
    private final int first;
    /** Id of the default branch minus {@link #first}. Values that are not keys take this branch. */
    private final int defaultBranch;
    private final int[] keys;
    /** For each key, the id of its branch minus {@link #first}. */
    private final int[] branches;

    /**
     * Cache of recent values of this switch. Each entry contains a value in its upper half and the number of
     * the test in its lower half.
     */
    private final long[] cache = new long[CACHE_SIZE];

    /**
     * Parses a table of numbers separated by spaces: {@link #defaultBranch}, then each key and its branch.
     */
    SwitchTable(String table, int first) {
        this.first = first;
        String[] numbers = table.split(" ");
        defaultBranch = Integer.parseInt(numbers[0]);
        keys = new int[numbers.length / 2];
        branches = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Integer.parseInt(numbers[2 * i + 1]);
            branches[i] = Integer.parseInt(numbers[2 * i + 2]);
        }
    }

    /**
     * Adds a value of the switch to the cache. Returns false only if the switch already had this value in the
     * same test. In this case, the caller can omit the loops over all keys, which take long.
     */
    boolean addToCache(int value, int testNumber) {
        long entry = (long) value << 32 | testNumber;
        int slot = value & CACHE_SIZE - 1;
        boolean isNew = cache[slot] != entry;
        cache[slot] = entry;
        return isNew;
    }

    /**
     * Records the distance of each branch: the difference between the value and the nearest key of the
     * branch. The distance of the default branch is 1 if the value is a key of another branch.
     */
    void recordDistances(int value) {
        boolean isKey = false;
        for (int i = 0; i < keys.length; i++) {
            isKey |= keys[i] == value;
            Trace.improve(first + branches[i], (double) Math.abs((long) keys[i] - value));
        }
        Trace.improve(first + defaultBranch, isKey ? 1 : 0);
    }

    /** Records hints for some keys whose branches are not covered yet. */
    void recordHints(int value) {
        int hints = 0;
        for (int i = 0; i < keys.length && hints < Hints.MAX_WANTED_VALUES; i++) {
            int key = Hints.rotate(i, keys.length);
            if (!Trace.isCovered(first + branches[key])) {
                Hints.key(value, keys[key], first + branches[key]);
                hints++;
            }
        }
    }
}

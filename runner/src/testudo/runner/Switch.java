package testudo.runner;

/** The keys of a switch, and which of its branches each leads to. */
final class Switch {
    /** A power of two. */
    private static final int REMEMBERED = 128;

    /** The id of its first branch. */
    private final int first;
    /** The branch of all values that are no keys, counted from the first. */
    private final int other;
    private final int[] keys;
    /** The branch of each key, counted from the first. */
    private final int[] branches;

    /** Values that the switch saw, each in the upper half with the number of its test in the lower. */
    private final long[] remembered = new long[REMEMBERED];

    /** The table: numbers with blanks between, first {@link #other}, then each key and its branch. */
    Switch(String table, int first) {
        this.first = first;
        String[] numbers = table.split(" ");
        other = Integer.parseInt(numbers[0]);
        keys = new int[numbers.length / 2];
        branches = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Integer.parseInt(numbers[2 * i + 1]);
            branches[i] = Integer.parseInt(numbers[2 * i + 2]);
        }
    }

    /** Whether a value may be new in this test; false only if it is not. Going through all keys is worth avoiding. */
    boolean isNew(int value, int test) {
        long entry = (long) value << 32 | test;
        int slot = value & REMEMBERED - 1;
        boolean isNew = remembered[slot] != entry;
        remembered[slot] = entry;
        return isNew;
    }

    /** Takes note of how far each branch was: as far as its nearest key; the default is 1 from every key. */
    void see(int value) {
        boolean isKey = false;
        for (int i = 0; i < keys.length; i++) {
            isKey |= keys[i] == value;
            Probe.improve(first + branches[i], (double) Math.abs((long) keys[i] - value));
        }
        Probe.improve(first + other, isKey ? 1 : 0);
    }

    /** Notes some keys of branches that are not covered yet. */
    void ask(int value) {
        int asked = 0;
        for (int i = 0; i < keys.length && asked < Hints.FEW; i++) {
            int key = Hints.turn(i, keys.length);
            if (!Probe.isCovered(first + branches[key])) {
                Hints.key(value, keys[key], first + branches[key]);
                asked++;
            }
        }
    }
}

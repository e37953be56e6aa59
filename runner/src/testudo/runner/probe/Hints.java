package testudo.runner.probe;

import static testudo.runner.message.Protocol.Operand.*;
import static testudo.runner.message.Protocol.Requirement.*;

import java.util.List;
import java.util.Objects;
import testudo.runner.message.MessageWriter;

/**
 * Records hints for the search. A hint consists of a value that the code under test compared, and a wanted
 * value that would cover another branch, or cause another result of a comparison that mutants change. No hint
 * is recorded for a branch or result that the test has already covered.
 *
 * <p>Hints are recorded only if the parent requests them. A comparison of two values results in two hints,
 * because either value can come from the test. In each hint, one value is the compared value, and the other
 * value determines the wanted value.
 */
public final class Hints {
    /**
     * Whether hints are recorded: the parent requested hints, and the test has not reached
     * {@link #MAX_COMPARISONS}. Probes check this field first, so that they take little time if the field is
     * false.
     */
    public static boolean areRequested;

    /** Maximum number of hints of a test. */
    private static final int MAX_HINTS = 32;

    /** Maximum number of hints for the same branch. A loop makes the same comparison many times. */
    private static final int MAX_HINTS_PER_BRANCH = 6;

    /** Maximum number of wanted values that one comparison records, for example one switch. */
    public static final int MAX_WANTED_VALUES = 4;

    /** Factor that spreads consecutive numbers: 2 to the 32nd divided by the golden ratio (Knuth). */
    private static final int SPREAD = 0x9E3779B9;

    /** Maximum length of a string in a hint. */
    private static final int MAX_LENGTH = 200;

    /**
     * Maximum number of comparisons in one test that can record hints. A loop makes the same comparison many
     * times.
     */
    private static final int MAX_COMPARISONS = 2000;

    /** Number in place of a branch for comparisons whose branch is unknown, and of the kind 0. */
    private static final int FIRST_COMPARISON_GROUP = -1000;

    private static final Hint[] hints = new Hint[MAX_HINTS];
    /** Number of recorded hints. */
    private static int count;

    /** Number of comparisons in this test that could record hints so far. */
    private static int comparisons;

    /** Number of hints so far that {@link #add} stored or would have stored without {@link #MAX_HINTS}. */
    private static int candidates;

    /** Value of {@link #areRequested} at the start of the test. */
    private static boolean areRequestedAtStart;

    /**
     * Offset that {@link #rotate} adds to an index. The offset differs between tests. For the same test, it
     * is the same in all workers.
     */
    private static int rotation;

    private Hints() {}

    private static final class Hint {
        /**
         * Id of the branch or of the result of a comparison that the wanted value would cover. If there is
         * no such branch or result, similar hints share a negative number.
         */
        final int branch;
        /** The compared value: a {@code Long}, {@code Double} or {@code String}. */
        final Object compared;
        /** Wanted property: a number of {@code Protocol.Requirement}. */
        final int kind;
        /**
         * The wanted value: an array of strings for {@link #ONE_OF}, a regular expression for {@link #MATCH}
         * and {@link #FIND}, a pattern for {@link #DATE}, and null for {@link #PARSE}. For other kinds, the
         * wanted value has the class of the compared value.
         */
        final Object wanted;
        /**
         * Flags of the regular expression for {@link #MATCH} and {@link #FIND}; number of the text format for
         * {@link #PARSE}; otherwise 0.
         */
        final int detail;

        Hint(int branch, Object compared, int kind, Object wanted, int detail) {
            this.branch = branch;
            this.compared = compared;
            this.kind = kind;
            this.wanted = wanted;
            this.detail = detail;
        }

        boolean isCovered() {
            return branch >= 0 && Trace.isCovered(branch);
        }

        boolean isEqualTo(Hint other) {
            return branch == other.branch
                && kind == other.kind
                && detail == other.detail
                && compared.equals(other.compared)
                && Objects.deepEquals(wanted, other.wanted);
        }
    }

    /**
     * Drops all hints and sets whether the next test records hints. Called before each test.
     * {@code testNumber} differs between tests.
     */
    public static void reset(boolean areRequested, int testNumber) {
        Hints.areRequested = areRequested;
        areRequestedAtStart = areRequested;
        rotation = testNumber;
        count = 0;
        comparisons = 0;
        candidates = 0;
    }

    /**
     * Drops the hints of the current test. Called before the test runs again, because only the hints of its
     * last run are reported.
     */
    public static void restart() {
        reset(areRequestedAtStart, rotation);
    }

    /**
     * Returns the index of the {@code i}th value to use from a list of {@code length} values. The index of
     * the first value to use differs between tests.
     */
    public static int rotate(int i, int length) {
        return Math.floorMod(rotation + i, length);
    }

    /**
     * Writes the number of hints since the last reset, then four parts for each hint: the branch plus 1 (0 if
     * the branch is unknown), the compared value, the kind of the wanted value, and the wanted value.
     */
    public static void write(MessageWriter out) {
        dropCovered();
        // The count is read only once, because threads that an earlier test left running can change the
        // count.
        int count = Hints.count;
        out.varint(count);
        for (int i = 0; i < count; i++) {
            out.varint(Math.max(hints[i].branch + 1, 0));
            writeValue(hints[i].compared, out);
            writeWanted(hints[i], out);
        }
    }

    private static void writeWanted(Hint hint, MessageWriter out) {
        out.u8(hint.kind);
        if (hint.kind == EQUAL) {
            writeValue(hint.wanted, out);
        } else if (hint.kind == ONE_OF) {
            writeStrings((String[]) hint.wanted, out);
        } else if (hint.kind == PARSE) {
            out.varint(hint.detail);
        } else {
            out.utf16((String) hint.wanted);
        }
        if (hint.kind == MATCH || hint.kind == FIND) {
            out.varint(hint.detail);
        }
    }

    private static void writeValue(Object value, MessageWriter out) {
        if (value instanceof Long) {
            out.u8(WHOLE);
            out.i64((Long) value);
        } else if (value instanceof Double) {
            out.u8(FLOATING);
            out.f64((Double) value);
        } else {
            out.u8(TEXT);
            out.utf16((String) value);
        }
    }

    private static void writeStrings(String[] strings, MessageWriter out) {
        out.varint(strings.length);
        for (String text : strings) {
            out.utf16(text);
        }
    }

    // Numbers -----------------------------------------------------------------------------------------------

    /** Records that {@code a == b} was false. {@code yes} is the branch for true. */
    public static void equal(long a, long b, int yes) {
        // Pairs of 0 and 1 are skipped, because they can be booleans. For a boolean, the search cannot find
        // out which literal of the test was compared.
        if ((a | b) >>> 1 != 0) {
            wantEqual(a, b, yes);
            wantEqual(b, a, yes);
        }
    }

    /**
     * Records hints for a comparison {@code a < b}. {@code yes} is the branch for true, and {@code no} is the
     * branch for false. {@code least} and {@code greatest} are the limits of the type of both numbers.
     */
    public static void less(long a, long b, int yes, int no, long least, long greatest) {
        if (a < b) {
            wantEqual(a, b, no);
            wantEqual(b, a, no);
        } else {
            if (b > least) {
                wantEqual(a, b - 1, yes);
            }
            if (a < greatest) {
                wantEqual(b, a + 1, yes);
            }
        }
    }

    /** Records that {@code a == b} was false. {@code yes} is the branch for true. */
    public static void equal(double a, double b, int yes) {
        wantEqual(a, b, yes);
        wantEqual(b, a, yes);
    }

    /**
     * Records hints for a comparison {@code a < b}, except hints whose wanted value would be NaN. {@code yes}
     * is the branch for true, and {@code no} is the branch for false.
     */
    public static void less(double a, double b, int yes, int no) {
        if (a < b) {
            wantEqual(a, b, no);
            wantEqual(b, a, no);
        } else {
            wantEqual(a, Math.min(b - 1, Math.nextDown(b)), yes);
            wantEqual(b, Math.max(a + 1, Math.nextUp(a)), yes);
        }
    }

    /**
     * Records hints for a comparison that mutants change. The wanted values are at the boundary of the
     * comparison: equal operands, and operands that differ by 1.
     *
     * @param first id of the result "less"; "equal" and "greater" have the next two ids
     * @param least smallest number of the type of both operands
     * @param greatest largest number of this type
     */
    static void order(long a, long b, int first, long least, long greatest) {
        if (a != b) {
            wantEqual(a, b, first + 1);
            wantEqual(b, a, first + 1);
        } else {
            if (a > least) {
                wantEqual(a, a - 1, first);
            }
            if (a < greatest) {
                wantEqual(a, a + 1, first + 2);
            }
        }
    }

    /** Records that a switch on the value {@code compared} did not take the branch of {@code key}. */
    public static void key(int compared, int key, int branch) {
        wantEqual(compared, key, branch);
    }

    private static void wantEqual(long compared, long wanted, int branch) {
        if (isUseful(branch)) {
            add(new Hint(branch, compared, EQUAL, wanted, 0));
        }
    }

    private static void wantEqual(double compared, double wanted, int branch) {
        if (wanted == wanted && isUseful(branch)) {
            add(new Hint(branch, compared, EQUAL, wanted, 0));
        }
    }

    // Strings -----------------------------------------------------------------------------------------------

    /** Records that {@code a.equals(b)} is about to return false. */
    public static void equal(String a, String b, int yes) {
        wantString(a, EQUAL, b, yes);
        wantString(b, EQUAL, a, yes);
    }

    /** Records that a switch on the string {@code compared} did not take the branch of {@code key}. */
    public static void key(String compared, String key, int branch) {
        wantString(compared, EQUAL, key, branch);
    }

    /**
     * Records that {@code compared} does not cover a branch, and that a string with the property {@code kind}
     * would cover the branch. {@code wanted} is the only parameter of the property, for example a prefix.
     */
    public static void wantString(String compared, int kind, String wanted, int branch) {
        if (isUseful(branch) && isShort(compared) && isShort(wanted)) {
            add(new Hint(branch, compared, kind, wanted, 0));
        }
    }

    /**
     * Records that {@code compared} does not have the property {@code kind}. No branch of the class under
     * test is known to depend on this comparison.
     */
    public static void compare(String compared, int kind, String wanted) {
        wantString(compared, kind, wanted, FIRST_COMPARISON_GROUP - kind);
    }

    /** Records a string that does not cover a branch, and some of the strings that would cover the branch. */
    public static void wantOneOf(String compared, List<String> wanted, int branch) {
        if (isUseful(branch) && isShort(compared) && !wanted.isEmpty()) {
            String[] wantedStrings = new String[Math.min(MAX_WANTED_VALUES, wanted.size())];
            for (int i = 0; i < wantedStrings.length; i++) {
                wantedStrings[i] = wanted.get(rotate(i, wanted.size()));
            }
            add(new Hint(branch, compared, ONE_OF, wantedStrings, 0));
        }
    }

    // Strings that are matched or parsed, successfully or not -----------------------------------------------

    /**
     * Records that a string is matched with a regular expression. {@code flags} are the flags of the
     * expression. {@code kind} is {@link #MATCH} or {@link #FIND}.
     */
    public static void match(String compared, int kind, String expression, int flags) {
        if (isUseful(-kind) && isShort(compared) && isShort(expression)) {
            add(new Hint(-kind, compared, kind, expression, flags));
        }
    }

    /** Records that a string is parsed. {@code format} is the number of the required format. */
    public static void parse(String compared, int format) {
        int formatGroup = -DATE - 1 - format;
        if (isUseful(formatGroup) && isShort(compared)) {
            add(new Hint(formatGroup, compared, PARSE, null, format));
        }
    }

    /** Records that a string is parsed with a date pattern. */
    public static void date(String compared, String pattern) {
        if (isUseful(-DATE) && isShort(compared) && isShort(pattern)) {
            add(new Hint(-DATE, compared, DATE, pattern, 0));
        }
    }

    /**
     * Records that a string should be one of several strings. At most {@link #MAX_WANTED_VALUES} of these
     * strings become wanted values.
     */
    public static void oneOf(String compared, List<String> wanted) {
        wantOneOf(compared, wanted, -ONE_OF);
    }

    private static boolean isShort(String text) {
        return text.length() <= MAX_LENGTH;
    }

    // The list of hints -------------------------------------------------------------------------------------

    /**
     * Returns whether to record a hint for a branch: the branch must not be covered and must have fewer than
     * {@link #MAX_HINTS_PER_BRANCH} hints. Also counts the comparison.
     */
    private static boolean isUseful(int branch) {
        comparisons++;
        if (comparisons == MAX_COMPARISONS) {
            areRequested = false;
        }
        if (branch >= 0 && Trace.isCovered(branch)) {
            return false;
        }
        int hintsOfBranch = 0;
        for (int i = 0; i < count; i++) {
            hintsOfBranch += hints[i].branch == branch ? 1 : 0;
        }
        return hintsOfBranch < MAX_HINTS_PER_BRANCH;
    }

    /**
     * Adds a hint unless the list contains an equal hint. If there are more than {@link #MAX_HINTS} hints,
     * each hint is kept with the same probability (reservoir sampling: Vitter, Random Sampling with a
     * Reservoir, 1985). Late hints must not be dropped more often than early hints, because they concern code
     * that is hard to reach.
     */
    private static void add(Hint hint) {
        for (int i = 0; i < count; i++) {
            if (hints[i].isEqualTo(hint)) {
                return;
            }
        }
        if (count == MAX_HINTS) {
            dropCovered();
        }
        candidates = Math.max(candidates, count) + 1;
        // If the stack overflows here, the list stays consistent. If several threads add hints at the same
        // time, hints can be lost.
        int index = count < MAX_HINTS ? count : rotate(candidates * SPREAD, candidates);
        if (index < MAX_HINTS) {
            hints[index] = hint;
            count = Math.max(count, index + 1);
        }
    }

    /** Drops the hints whose branch is covered now. */
    private static void dropCovered() {
        int keptCount = 0;
        for (int i = 0; i < count; i++) {
            if (!hints[i].isCovered()) {
                hints[keptCount++] = hints[i];
            }
        }
        count = keptCount;
    }
}

package testudo.runner;

import static testudo.runner.Protocol.Operand.*;
import static testudo.runner.Protocol.Wanted.*;

import java.util.List;
import java.util.Objects;

/**
 * What code under test asked of values and was answered no, while the branch of the other answer is not covered yet in
 * the test: the value as it was, and what it would have to be.
 *
 * <p>Notes are taken only where the parent asked for them. Of two values that were compared, either may be the one that
 * comes from the test, so both are noted as seen, and the other as what is wanted.
 */
public final class Hints {
    /** Whether to take notes: looked at first, so that it costs next to nothing where nobody asks. */
    static boolean asked;

    /** How many hints are kept of a test. */
    private static final int MOST = 32;

    /** How many of them may be about the same branch: a loop asks the same again and again. */
    private static final int MOST_OF_ONE = 6;

    /** How many of many values that would do are named. */
    static final int FEW = 4;

    /** Spreads numbers that follow each other: 2 to the 32nd divided by the golden ratio (Knuth). */
    private static final int SPREAD = 0x9E3779B9;

    /** Longer texts are not worth their way. */
    private static final int LONGEST = 200;

    /** Questions that are listened to in one test: loops ask the same again and again. */
    private static final int PATIENCE = 2000;

    private static final Hint[] hints = new Hint[MOST];
    private static int count;

    /** Questions that were listened to. */
    private static int heard;

    /** How many there would be if there were room. */
    private static int met;

    /** What {@link #asked} was when the test began. */
    private static boolean askedAtFirst;

    /** With which of many values to begin: another one in another test, but the same whichever worker runs it. */
    private static int turn;

    private Hints() {}

    private static final class Hint {
        /** What it would lead to; negative, and the same for those that are like each other, if not to a branch. */
        final int branch;
        /** A {@code Long}, {@code Double} or {@code String}. */
        final Object seen;
        final int kind;
        /** A value like the seen one; an array of texts for {@link #ONE_OF}; an expression; nothing for {@link #PARSE}. */
        final Object wanted;
        /** The flags of an expression, the number of a format. */
        final int detail;

        Hint(int branch, Object seen, int kind, Object wanted, int detail) {
            this.branch = branch;
            this.seen = seen;
            this.kind = kind;
            this.wanted = wanted;
            this.detail = detail;
        }

        boolean isMoot() {
            return branch >= 0 && Probe.isCovered(branch);
        }

        boolean isLike(Hint other) {
            return branch == other.branch && kind == other.kind && detail == other.detail && seen.equals(other.seen)
                && Objects.deepEquals(wanted, other.wanted);
        }
    }

    /** To be called before each test, with a number of its own. */
    public static void reset(boolean asked, int number) {
        Hints.asked = asked;
        askedAtFirst = asked;
        turn = number;
        count = 0;
        heard = 0;
        met = 0;
    }

    /** To be called before the same test runs once more, and that run is the one that counts. */
    public static void again() {
        reset(askedAtFirst, turn);
    }

    /** The place of the {@code i}th of some values that are taken in turn. */
    static int turn(int i, int length) {
        return Math.floorMod(turn + i, length);
    }

    /**
     * Writes the number of hints since the last reset, then each: the branch plus 1, or 0 for none, the value seen, the kind
     * of what is wanted, and that.
     */
    public static void write(Out out) {
        dropCovered();
        // Read once: threads that a test left running go on asking.
        int count = Hints.count;
        out.varint(count);
        for (int i = 0; i < count; i++) {
            out.varint(Math.max(hints[i].branch + 1, 0));
            value(hints[i].seen, out);
            wanted(hints[i], out);
        }
    }

    private static void wanted(Hint hint, Out out) {
        out.u8(hint.kind);
        if (hint.kind == EQUAL) {
            value(hint.wanted, out);
        } else if (hint.kind == ONE_OF) {
            texts((String[]) hint.wanted, out);
        } else if (hint.kind == PARSE) {
            out.varint(hint.detail);
        } else {
            out.utf16((String) hint.wanted);
        }
        if (hint.kind == MATCH || hint.kind == FIND) {
            out.varint(hint.detail);
        }
    }

    private static void value(Object value, Out out) {
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

    private static void texts(String[] texts, Out out) {
        out.varint(texts.length);
        for (String text : texts) {
            out.utf16(text);
        }
    }

    // Numbers -------------------------------------------------------------------------------------------------------

    /** {@code a == b} was false; {@code yes} is the branch where it is true. */
    static void equal(long a, long b, int yes) {
        // The two booleans are no numbers that could be found again.
        if ((a | b) >>> 1 != 0) {
            wantEqual(a, b, yes);
            wantEqual(b, a, yes);
        }
    }

    /** {@code a < b}, of numbers from {@code least} to {@code greatest}, was answered. */
    static void less(long a, long b, int yes, int no, long least, long greatest) {
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

    /** {@code a == b} was false; {@code yes} is the branch where it is true. */
    static void equal(double a, double b, int yes) {
        wantEqual(a, b, yes);
        wantEqual(b, a, yes);
    }

    /** {@code a < b} was answered; nothing is less than or equal to NaN. */
    static void less(double a, double b, int yes, int no) {
        if (a < b) {
            wantEqual(a, b, no);
            wantEqual(b, a, no);
        } else {
            wantEqual(a, Math.min(b - 1, Math.nextDown(b)), yes);
            wantEqual(b, Math.max(a + 1, Math.nextUp(a)), yes);
        }
    }

    /** A switch on a value went elsewhere than to a branch that the key leads to. */
    static void key(int seen, int key, int branch) {
        wantEqual(seen, key, branch);
    }

    private static void wantEqual(long seen, long wanted, int branch) {
        if (isWorthwhile(branch)) {
            add(new Hint(branch, seen, EQUAL, wanted, 0));
        }
    }

    private static void wantEqual(double seen, double wanted, int branch) {
        if (wanted == wanted && isWorthwhile(branch)) {
            add(new Hint(branch, seen, EQUAL, wanted, 0));
        }
    }

    // Texts ---------------------------------------------------------------------------------------------------------

    /** {@code a.equals(b)} will be false. */
    static void equal(String a, String b, int yes) {
        want(a, EQUAL, b, yes);
        want(b, EQUAL, a, yes);
    }

    /** A switch on a text went elsewhere than to a branch that the key leads to. */
    static void key(String seen, String key, int branch) {
        want(seen, EQUAL, key, branch);
    }

    /** A text that will not do for a branch; the kind is one of those with a text and no more. */
    static void want(String seen, int kind, String wanted, int branch) {
        if (isWorthwhile(branch) && isShort(seen) && isShort(wanted)) {
            add(new Hint(branch, seen, kind, wanted, 0));
        }
    }

    /** A text that will not do for a branch, and those that would, of which a few are named. */
    static void wantOneOf(String seen, List<String> wanted, int branch) {
        if (isWorthwhile(branch) && isShort(seen) && !wanted.isEmpty()) {
            String[] few = new String[Math.min(FEW, wanted.size())];
            for (int i = 0; i < few.length; i++) {
                few[i] = wanted.get(turn(i, wanted.size()));
            }
            add(new Hint(branch, seen, ONE_OF, few, 0));
        }
    }

    // Texts that are taken apart, whatever comes of it --------------------------------------------------------------

    /** A text is matched with an expression under its flags. */
    static void match(String seen, int kind, String expression, int flags) {
        if (isWorthwhile(-kind) && isShort(seen) && isShort(expression)) {
            add(new Hint(-kind, seen, kind, expression, flags));
        }
    }

    /** A text is parsed in a format. */
    static void parse(String seen, int format) {
        int likeIt = -DATE - 1 - format;
        if (isWorthwhile(likeIt) && isShort(seen)) {
            add(new Hint(likeIt, seen, PARSE, null, format));
        }
    }

    /** A text is parsed by a pattern of dates. */
    static void date(String seen, String pattern) {
        if (isWorthwhile(-DATE) && isShort(seen) && isShort(pattern)) {
            add(new Hint(-DATE, seen, DATE, pattern, 0));
        }
    }

    /** A text should be one of some, of which a few are named. */
    static void oneOf(String seen, List<String> wanted) {
        wantOneOf(seen, wanted, -ONE_OF);
    }

    private static boolean isShort(String text) {
        return text.length() <= LONGEST;
    }

    // The notes -----------------------------------------------------------------------------------------------------

    /** Whether a hint to a branch is of use, and not one of too many. */
    private static boolean isWorthwhile(int branch) {
        heard++;
        if (heard == PATIENCE) {
            asked = false;
        }
        if (branch >= 0 && Probe.isCovered(branch)) {
            return false;
        }
        int same = 0;
        for (int i = 0; i < count; i++) {
            same += hints[i].branch == branch ? 1 : 0;
        }
        return same < MOST_OF_ONE;
    }

    /**
     * Adds a hint. Where there are too many, each of all that were met is as likely to be kept (reservoir sampling: Vitter,
     * Random Sampling with a Reservoir, 1985): what a test asks last leads farthest.
     */
    private static void add(Hint hint) {
        for (int i = 0; i < count; i++) {
            if (hints[i].isLike(hint)) {
                return;
            }
        }
        if (count == MOST) {
            dropCovered();
        }
        met = Math.max(met, count) + 1;
        // A stack that overflows here leaves the notes whole, and threads that race lose some at worst.
        int place = count < MOST ? count : turn(met * SPREAD, met);
        if (place < MOST) {
            hints[place] = hint;
            count = Math.max(count, place + 1);
        }
    }

    /** Forgets the hints to branches that were covered after all. */
    private static void dropCovered() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (!hints[i].isMoot()) {
                hints[kept++] = hints[i];
            }
        }
        count = kept;
    }
}

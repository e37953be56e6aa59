package testudo.runner.distance;

import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/**
 * Records how close a character came to passing a check such as {@code Character.isDigit}.
 * {@link StringProbes} explains what the probes record.
 */
public final class CharacterProbes {
    /**
     * Number of ASCII characters. Most kinds of characters, such as digits, include some of these characters.
     */
    private static final int ASCII = 128;

    /** Maximum number of examples for one kind of characters. */
    private static final int MAX_EXAMPLES = 128;

    /** Some characters of each kind, computed when a probe first uses the kind. */
    private static final char[][] examples = new char[32][];

    private CharacterProbes() {}

    /**
     * Called before {@code Character.isDigit(c)} and similar calls, with an {@code int} as argument.
     * {@code kind} is the number of the called method: see {@link #is(int, int)}.
     */
    public static void is(int c, int kind, int yes, int no) {
        if (!Trace.isCovered(yes) && !is(kind, c)) {
            char[] examples = examples(kind);
            int leastDistance = Integer.MAX_VALUE;
            for (char example : examples) {
                leastDistance = Math.min(leastDistance, Math.abs(c - example));
            }
            StringProbes.record(leastDistance, yes);
            if (Hints.areRequested && examples.length > 0) {
                Hints.key(c, examples[Hints.rotate(0, examples.length)], yes);
            }
        }
    }

    /** Called before {@code Character.isDigit(c)} and similar calls, with a {@code char} as argument. */
    public static void is(char c, int kind, int yes, int no) {
        is((int) c, kind, yes, no);
    }

    /** Returns some characters of a kind. Returns an empty array if no {@code char} is of the kind. */
    private static char[] examples(int kind) {
        if (examples[kind] == null) {
            String characters = findExamples(kind, 0, ASCII);
            if (characters.isEmpty()) {
                characters = findExamples(kind, ASCII, Character.MAX_VALUE);
            }
            examples[kind] = characters.toCharArray();
        }
        return examples[kind];
    }

    /**
     * Returns the first characters of a kind from {@code from} to {@code end} (exclusive), at most
     * {@link #MAX_EXAMPLES}.
     */
    private static String findExamples(int kind, int from, int end) {
        StringBuilder characters = new StringBuilder();
        for (int c = from; c < end && characters.length() < MAX_EXAMPLES; c++) {
            if (is(kind, c)) {
                characters.append((char) c);
            }
        }
        return characters.toString();
    }

    /** Returns whether a character is of a kind. The instrumentation uses the same number for each kind. */
    private static boolean is(int kind, int c) {
        switch (kind) {
            case 0:
                return Character.isDigit(c);
            case 1:
                return Character.isLetter(c);
            case 2:
                return Character.isLetterOrDigit(c);
            case 3:
                return Character.isAlphabetic(c);
            case 4:
                return Character.isUpperCase(c);
            case 5:
                return Character.isLowerCase(c);
            case 6:
                return Character.isTitleCase(c);
            case 7:
                return Character.isWhitespace(c);
            case 8:
                return Character.isSpaceChar(c);
            case 9:
                return Character.isISOControl(c);
            case 10:
                return Character.isJavaIdentifierStart(c);
            case 11:
                return Character.isJavaIdentifierPart(c);
            case 12:
                return Character.isUnicodeIdentifierStart(c);
            case 13:
                return Character.isUnicodeIdentifierPart(c);
            case 14:
                return Character.isIdentifierIgnorable(c);
            case 15:
                return Character.isDefined(c);
            case 16:
                return Character.isMirrored(c);
            case 17:
                return Character.isIdeographic(c);
            case 18:
                return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            case 19:
                return c >= Character.MIN_HIGH_SURROGATE && c <= Character.MAX_HIGH_SURROGATE;
            case 20:
                return c >= Character.MIN_LOW_SURROGATE && c <= Character.MAX_LOW_SURROGATE;
            case 21:
                return Character.isSupplementaryCodePoint(c);
            default:
                return false;
        }
    }
}

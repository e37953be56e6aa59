package testudo.runner.distance;

import static testudo.runner.probe.ProbeNumbers.CharacterKind.*;

import testudo.runner.probe.Hints;
import testudo.runner.probe.ProbeNumbers;
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
     * {@code kind} is the number of the called method in {@link ProbeNumbers.CharacterKind}.
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

    /** Returns whether a character is of a kind. */
    private static boolean is(int kind, int c) {
        switch (kind) {
            case DIGIT:
                return Character.isDigit(c);
            case LETTER:
                return Character.isLetter(c);
            case LETTER_OR_DIGIT:
                return Character.isLetterOrDigit(c);
            case ALPHABETIC:
                return Character.isAlphabetic(c);
            case UPPER_CASE:
                return Character.isUpperCase(c);
            case LOWER_CASE:
                return Character.isLowerCase(c);
            case TITLE_CASE:
                return Character.isTitleCase(c);
            case WHITESPACE:
                return Character.isWhitespace(c);
            case SPACE_CHAR:
                return Character.isSpaceChar(c);
            case ISO_CONTROL:
                return Character.isISOControl(c);
            case JAVA_IDENTIFIER_START:
                return Character.isJavaIdentifierStart(c);
            case JAVA_IDENTIFIER_PART:
                return Character.isJavaIdentifierPart(c);
            case UNICODE_IDENTIFIER_START:
                return Character.isUnicodeIdentifierStart(c);
            case UNICODE_IDENTIFIER_PART:
                return Character.isUnicodeIdentifierPart(c);
            case IDENTIFIER_IGNORABLE:
                return Character.isIdentifierIgnorable(c);
            case DEFINED:
                return Character.isDefined(c);
            case MIRRORED:
                return Character.isMirrored(c);
            case IDEOGRAPHIC:
                return Character.isIdeographic(c);
            case SURROGATE:
                return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            case HIGH_SURROGATE:
                return c >= Character.MIN_HIGH_SURROGATE && c <= Character.MAX_HIGH_SURROGATE;
            case LOW_SURROGATE:
                return c >= Character.MIN_LOW_SURROGATE && c <= Character.MAX_LOW_SURROGATE;
            case SUPPLEMENTARY_CODE_POINT:
                return Character.isSupplementaryCodePoint(c);
            default:
                return false;
        }
    }
}

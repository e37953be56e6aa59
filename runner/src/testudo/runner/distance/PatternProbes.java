package testudo.runner.distance;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import testudo.runner.probe.Trace;

/**
 * Records how close a string came to matching a regular expression. {@link StringProbes} explains what the
 * probes record. The distance is based on the longest prefix of the string that could be continued to a
 * match. If the code searches for a match anywhere in the string, the distance is based on the longest
 * substring that could be continued to a match.
 *
 * <p>A matcher has no method that returns its string. This class therefore stores the arguments of the most
 * recent calls of {@code Pattern.matcher}.
 */
public final class PatternProbes {
    /** Maximum length of inspected strings. */
    private static final int MAX_LENGTH = 64;

    /**
     * Maximum number of characters that one probe reads while it matches a string. Without this limit, the
     * time can be exponential in the length of the string.
     */
    private static final int MAX_READS = 20_000;

    /** Number of stored calls, a power of two. */
    private static final int STORED_CALLS = 8;

    private static final Pattern[] patterns = new Pattern[STORED_CALLS];
    private static final String[] texts = new String[STORED_CALLS];
    /** Number of calls of {@link #matcher} since the last reset. The number can overflow. */
    private static int calls;

    private PatternProbes() {}

    /** A string that throws an exception after {@link #MAX_READS} reads of a character. */
    private static final class BoundedString implements CharSequence {
        private final String text;
        private int readsLeft = MAX_READS;

        BoundedString(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (readsLeft-- == 0) {
                throw new IllegalStateException("too slow");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Called before {@code pattern.matcher(text)}. */
    public static void matcher(Object pattern, Object text) {
        String string = StringProbes.stringOf(text);
        if (pattern != null && string != null) {
            int slot = calls++ & STORED_CALLS - 1;
            patterns[slot] = (Pattern) pattern;
            texts[slot] = string;
        }
    }

    /** Drops the stored calls. Called before each test. */
    public static void reset() {
        if (calls != 0) {
            Arrays.fill(patterns, null);
            Arrays.fill(texts, null);
            calls = 0;
        }
    }

    /** Called before {@code matcher.matches()} and {@code matcher.lookingAt()}. */
    public static void matches(Object matcher, int yes, int no) {
        if (!Trace.isCovered(yes) && matcher != null) {
            Pattern pattern = ((Matcher) matcher).pattern();
            record(pattern, storedText(pattern), false, yes);
        }
    }

    /** Called before {@code matcher.find()}. Ignores the index at which the matcher starts to search. */
    public static void find(Object matcher, int yes, int no) {
        if (!Trace.isCovered(yes) && matcher != null) {
            Pattern pattern = ((Matcher) matcher).pattern();
            record(pattern, storedText(pattern), true, yes);
        }
    }

    /** Returns the string of the most recent matcher of a pattern, or null if this string is not stored. */
    private static String storedText(Pattern pattern) {
        for (int callsBack = 1; callsBack <= STORED_CALLS; callsBack++) {
            int slot = calls - callsBack & STORED_CALLS - 1;
            if (patterns[slot] == pattern) {
                return texts[slot];
            }
        }
        return null;
    }

    /** Called before {@code text.matches(expression)}. */
    public static void matches(String text, String expression, int yes, int no) {
        if (!Trace.isCovered(yes) && text != null && expression != null) {
            try {
                record(Pattern.compile(expression), text, false, yes);
            } catch (PatternSyntaxException e) {
                // The call itself throws the same exception.
            }
        }
    }

    /** Called before {@code Pattern.matches(expression, text)}. */
    public static void matches(String expression, Object text, int yes, int no) {
        matches(StringProbes.stringOf(text), expression, yes, no);
    }

    private static void record(Pattern pattern, String text, boolean isSearch, int yes) {
        if (text != null && text.length() <= MAX_LENGTH) {
            try {
                Matcher matcher = pattern.matcher(new BoundedString(text));
                int length = text.length();
                double distance =
                    isSearch ? distanceToFind(matcher, length) : distanceToMatch(matcher, length);
                StringProbes.record(distance, yes);
            } catch (IllegalStateException e) {
                // BoundedString stopped the match, because the match takes too long.
            } catch (StackOverflowError e) {
                // The call itself will overflow the stack, too.
            }
        }
    }

    /**
     * Returns 0 if the string matches. Otherwise finds the longest prefix that could be continued to a match.
     * Returns the number of characters after this prefix, plus a fraction that decreases with the length of
     * the prefix.
     */
    private static double distanceToMatch(Matcher matcher, int length) {
        if (matcher.matches()) {
            return 0;
        }
        int prefix = length;
        while (prefix > 0 && !canContinue(matcher, 0, prefix)) {
            prefix--;
        }
        return length - prefix + 1.0 / (prefix + 1);
    }

    /**
     * Returns 0 if the string contains a match. Otherwise returns a fraction that decreases with the length
     * of the longest substring that could be continued to a match.
     */
    private static double distanceToFind(Matcher matcher, int length) {
        if (matcher.find()) {
            return 0;
        }
        int prefix = 0;
        for (int from = 0; from + prefix < length; from++) {
            while (from + prefix < length && canContinue(matcher, from, from + prefix + 1)) {
                prefix++;
            }
        }
        return 1.0 / (prefix + 1);
    }

    /** Returns whether a substring matches, or could match if more characters followed. */
    private static boolean canContinue(Matcher matcher, int from, int end) {
        matcher.region(from, end);
        return matcher.matches() || matcher.hitEnd();
    }
}

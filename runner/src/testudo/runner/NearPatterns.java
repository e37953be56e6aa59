package testudo.runner;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * How near texts came to matching a regular expression; see {@link Near}: all but the longest beginning of the text that
 * could go on to a match is what does not fit. Where a match is looked for anywhere in it, the longest part counts that
 * could go on to one.
 *
 * <p>A matcher does not tell its text. So the last few calls of {@code Pattern.matcher} are remembered.
 */
public final class NearPatterns {
    /** Longer texts are not looked at. */
    private static final int LONGEST = 64;

    /** How many characters matching may look at: it may take a time exponential in the length of the text. */
    private static final int PATIENCE = 20_000;

    /** A power of two. */
    private static final int REMEMBERED = 8;

    private static final Pattern[] patterns = new Pattern[REMEMBERED];
    private static final String[] texts = new String[REMEMBERED];
    private static int next;

    private NearPatterns() {}

    /** A text that loses patience. */
    private static final class Text implements CharSequence {
        private final String text;
        private int looks = PATIENCE;

        Text(String text) {
            this.text = text;
        }

        @Override
        public char charAt(int index) {
            if (looks-- == 0) {
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

    /** Before {@code pattern.matcher(text)}. */
    public static void matcher(Object pattern, Object text) {
        String known = Near.text(text);
        if (pattern != null && known != null) {
            int place = next++ & REMEMBERED - 1;
            patterns[place] = (Pattern) pattern;
            texts[place] = known;
        }
    }

    /** To be called before each test. */
    static void reset() {
        if (next != 0) {
            Arrays.fill(patterns, null);
            Arrays.fill(texts, null);
            next = 0;
        }
    }

    /** Before {@code matcher.matches()} and {@code matcher.lookingAt()}. */
    public static void matches(Object matcher, int yes, int no) {
        if (!Probe.isCovered(yes) && matcher != null) {
            Pattern pattern = ((Matcher) matcher).pattern();
            see(pattern, text(pattern), false, yes);
        }
    }

    /** Before {@code matcher.find()}: as if it looked everywhere. */
    public static void find(Object matcher, int yes, int no) {
        if (!Probe.isCovered(yes) && matcher != null) {
            Pattern pattern = ((Matcher) matcher).pattern();
            see(pattern, text(pattern), true, yes);
        }
    }

    /** The text of the last matcher of a pattern; null if it is not known. */
    private static String text(Pattern pattern) {
        for (int back = 1; back <= REMEMBERED; back++) {
            int place = next - back & REMEMBERED - 1;
            if (patterns[place] == pattern) {
                return texts[place];
            }
        }
        return null;
    }

    /** Before {@code text.matches(expression)}. */
    public static void matches(String text, String expression, int yes, int no) {
        if (!Probe.isCovered(yes) && text != null && expression != null) {
            try {
                see(Pattern.compile(expression), text, false, yes);
            } catch (PatternSyntaxException e) {
                // The call says the same.
            }
        }
    }

    /** Before {@code Pattern.matches(expression, text)}. */
    public static void matches(String expression, Object text, int yes, int no) {
        matches(Near.text(text), expression, yes, no);
    }

    private static void see(Pattern pattern, String text, boolean anywhere, int yes) {
        if (text != null && text.length() <= LONGEST) {
            try {
                Matcher matcher = pattern.matcher(new Text(text));
                int length = text.length();
                Near.see(anywhere ? missingAnywhere(matcher, length) : missing(matcher, length), yes);
            } catch (IllegalStateException e) {
                // It takes too long.
            } catch (StackOverflowError e) {
                // As the call itself is going to find.
            }
        }
    }

    /**
     * 0 for a text that matches; else how many characters at its end do not fit, and a bit more, which gets less the more
     * do fit: for a text that only is too short, that is all there is.
     */
    private static double missing(Matcher matcher, int length) {
        if (matcher.matches()) {
            return 0;
        }
        int fitting = length;
        while (fitting > 0 && !canGoOn(matcher, 0, fitting)) {
            fitting--;
        }
        return length - fitting + 1.0 / (fitting + 1);
    }

    /** 0 for a text that has a match; else less the more characters of it could be the beginning of one. */
    private static double missingAnywhere(Matcher matcher, int length) {
        if (matcher.find()) {
            return 0;
        }
        int fitting = 0;
        for (int from = 0; from + fitting < length; from++) {
            while (from + fitting < length && canGoOn(matcher, from, from + fitting + 1)) {
                fitting++;
            }
        }
        return 1.0 / (fitting + 1);
    }

    private static boolean canGoOn(Matcher matcher, int from, int end) {
        matcher.region(from, end);
        return matcher.matches() || matcher.hitEnd();
    }
}

package testudo.runner;

/**
 * How near calls on texts came to returning true, where a jump on their result follows at once: the result alone says
 * nothing about that. The probe of the jump itself tells what happened, and puts the other branch at a distance of 1;
 * these, called with a copy of the operands before the call is made, put the branch of the result true at a distance
 * above 0 and below 1 where it will be false. Where hints are asked for, they give them.
 *
 * <p>No code under test is called. {@code yes} is the branch of the result true, {@code no} the other, which all are given and few
 * need.
 */
public final class Near {
    private Near() {}

    /** Before {@code a.equalsIgnoreCase(b)}; {@code a.compareToIgnoreCase(b)} where it is compared with 0. */
    public static void equalIgnoringCase(String a, String b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null && b != null) {
            double difference = Difference.texts(a, b, true);
            see(difference, yes, a, Protocol.Wanted.EQUAL_IGNORING_CASE, b);
            see(difference, yes, b, Protocol.Wanted.EQUAL_IGNORING_CASE, a);
        }
    }

    /** Before {@code a.contentEquals(b)}. */
    public static void contentEquals(String a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes)) {
            NearValues.equal(a, text(b), yes, no);
        }
    }

    /** Before {@code a.startsWith(b)}. */
    public static void startsWith(String a, String b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null && b != null) {
            see(Difference.at(a, 0, b, false), yes, a, Protocol.Wanted.PREFIX, b);
        }
    }

    /** Before {@code a.startsWith(b, from)}. */
    public static void startsWith(String a, String b, int from, int yes, int no) {
        region(a, from, b, false, yes, no);
    }

    /** Before {@code a.endsWith(b)}. */
    public static void endsWith(String a, String b, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null && b != null) {
            see(Difference.at(a, Math.max(0, a.length() - b.length()), b, false), yes, a, Protocol.Wanted.SUFFIX, b);
        }
    }

    /** Before {@code a.contains(b)}. */
    public static void contains(String a, Object b, int yes, int no) {
        String part = !Probe.isCovered(yes) && a != null ? text(b) : null;
        if (part != null) {
            see(Difference.inside(a, part), yes, a, Protocol.Wanted.PART, part);
        }
    }

    /** Before {@code a.indexOf(b)} or {@code a.lastIndexOf(b)}. */
    public static void contains(String a, String b, int yes, int no) {
        contains(a, (Object) b, yes, no);
    }

    /** Before {@code a.indexOf(b, from)} or {@code a.lastIndexOf(b, from)}: as if it looked everywhere. */
    public static void contains(String a, String b, int from, int yes, int no) {
        contains(a, (Object) b, yes, no);
    }

    /** Before {@code a.indexOf(b)} or {@code a.lastIndexOf(b)}. */
    public static void contains(String a, int b, int yes, int no) {
        if (!Probe.isCovered(yes) && Character.isValidCodePoint(b)) {
            contains(a, (Object) new String(Character.toChars(b)), yes, no);
        }
    }

    /** Before {@code a.indexOf(b, from)} or {@code a.lastIndexOf(b, from)}: as if it looked everywhere. */
    public static void contains(String a, int b, int from, int yes, int no) {
        contains(a, b, yes, no);
    }

    /** Before {@code a.isEmpty()}. */
    public static void isEmpty(String a, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null) {
            see(a.length(), yes);
        }
    }

    /** Before {@code a.regionMatches(from, b, start, length)}. */
    public static void regionMatches(String a, int from, String b, int start, int length, int yes, int no) {
        regionMatches(a, false, from, b, start, length, yes, no);
    }

    /** Before {@code a.regionMatches(ignoreCase, from, b, start, length)}. */
    public static void regionMatches(
        String a, boolean ignoreCase, int from, String b, int start, int length, int yes, int no) {
        if (b != null && start >= 0 && length >= 0 && length <= b.length() - start) {
            region(a, from, b.substring(start, start + length), ignoreCase, yes, no);
        }
    }

    private static void region(String a, int from, String b, boolean ignoreCase, int yes, int no) {
        if (!Probe.isCovered(yes) && a != null && b != null && from >= 0) {
            see(Difference.at(a, from, b, ignoreCase), yes, a, from == 0 ? Protocol.Wanted.PREFIX : Protocol.Wanted.PART, b);
        }
    }

    /** The text of an object whose class is known to have no code of users; else null. */
    static String text(Object text) {
        boolean isPlain = text instanceof String || text instanceof StringBuilder || text instanceof StringBuffer;
        return isPlain ? text.toString() : null;
    }

    private static void see(double difference, int yes, String seen, int kind, String wanted) {
        see(difference, yes);
        if (Hints.asked && difference > 0) {
            Hints.want(seen, kind, wanted, yes);
        }
    }

    /** Takes note of a difference; one of 0 means that the result will be true, or that too little was looked at. */
    static void see(double difference, int yes) {
        if (difference > 0) {
            // An infinite difference, or one with NaN, says nothing.
            double distance = difference / (difference + 1);
            if (distance < 1) {
                Probe.improve(yes, distance);
            }
        }
    }
}

package testudo.runner.distance;

import testudo.runner.message.Protocol;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/**
 * Records how close a method of a string, such as {@code startsWith}, came to returning true. A
 * {@link testudo.runner.probe.Probe} after the call records only which branch was taken, and sets the
 * distance of the other branch to 1. The probes of this class receive copies of the operands before the call.
 * If the call is about to return false, these probes set the distance of the branch for true to a value
 * between 0 and 1. If hints are requested, these probes also record hints.
 *
 * <p>No code under test is called. {@code yes} is the branch for the result true, and {@code no} is the
 * branch for the result false. All probes have both parameters, but only a few probes use {@code no}.
 */
public final class StringProbes {
    private StringProbes() {}

    /**
     * Called before {@code a.equalsIgnoreCase(b)}, and before {@code a.compareToIgnoreCase(b)} if its result
     * is compared with 0.
     */
    public static void equalIgnoringCase(String a, String b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null && b != null) {
            double distance = Distance.ofStrings(a, b, true);
            record(distance, yes, a, Protocol.Requirement.EQUAL_IGNORING_CASE, b);
            record(distance, yes, b, Protocol.Requirement.EQUAL_IGNORING_CASE, a);
        }
    }

    /** Called before {@code a.contentEquals(b)}. */
    public static void contentEquals(String a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes)) {
            ValueProbes.equal(a, stringOf(b), yes, no);
        }
    }

    /** Called before {@code a.startsWith(b)}. */
    public static void startsWith(String a, String b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null && b != null) {
            record(Distance.ofStringAt(a, 0, b, false), yes, a, Protocol.Requirement.PREFIX, b);
        }
    }

    /** Called before {@code a.startsWith(b, from)}. */
    public static void startsWith(String a, String b, int from, int yes, int no) {
        recordRegion(a, from, b, false, yes, no);
    }

    /** Called before {@code a.endsWith(b)}. */
    public static void endsWith(String a, String b, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null && b != null) {
            int from = Math.max(0, a.length() - b.length());
            record(Distance.ofStringAt(a, from, b, false), yes, a, Protocol.Requirement.SUFFIX, b);
        }
    }

    /** Called before {@code a.contains(b)}. */
    public static void contains(String a, Object b, int yes, int no) {
        String part = !Trace.isCovered(yes) && a != null ? stringOf(b) : null;
        if (part != null) {
            record(Distance.ofSubstring(a, part), yes, a, Protocol.Requirement.SUBSTRING, part);
        }
    }

    /** Called before {@code a.indexOf(b)} or {@code a.lastIndexOf(b)}. */
    public static void contains(String a, String b, int yes, int no) {
        contains(a, (Object) b, yes, no);
    }

    /**
     * Called before {@code a.indexOf(b, from)} or {@code a.lastIndexOf(b, from)}. Ignores the index where the
     * search starts.
     */
    public static void contains(String a, String b, int from, int yes, int no) {
        contains(a, (Object) b, yes, no);
    }

    /** Called before {@code a.indexOf(b)} or {@code a.lastIndexOf(b)}. */
    public static void contains(String a, int b, int yes, int no) {
        if (!Trace.isCovered(yes) && Character.isValidCodePoint(b)) {
            contains(a, (Object) new String(Character.toChars(b)), yes, no);
        }
    }

    /**
     * Called before {@code a.indexOf(b, from)} or {@code a.lastIndexOf(b, from)}. Ignores the index where the
     * search starts.
     */
    public static void contains(String a, int b, int from, int yes, int no) {
        contains(a, b, yes, no);
    }

    /** Called before {@code a.isEmpty()}. */
    public static void isEmpty(String a, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null) {
            record(a.length(), yes);
        }
    }

    /** Called before {@code a.regionMatches(from, b, start, length)}. */
    public static void regionMatches(String a, int from, String b, int start, int length, int yes, int no) {
        regionMatches(a, false, from, b, start, length, yes, no);
    }

    /** Called before {@code a.regionMatches(ignoreCase, from, b, start, length)}. */
    public static void regionMatches(
        String a, boolean ignoreCase, int from, String b, int start, int length, int yes, int no) {
        if (b != null && start >= 0 && length >= 0 && length <= b.length() - start) {
            recordRegion(a, from, b.substring(start, start + length), ignoreCase, yes, no);
        }
    }

    /** Records the distance of {@code a} to a string that contains {@code b} at the index {@code from}. */
    private static void recordRegion(String a, int from, String b, boolean ignoreCase, int yes, int no) {
        if (!Trace.isCovered(yes) && a != null && b != null && from >= 0) {
            int kind = from == 0 ? Protocol.Requirement.PREFIX : Protocol.Requirement.SUBSTRING;
            record(Distance.ofStringAt(a, from, b, ignoreCase), yes, a, kind, b);
        }
    }

    /** Returns the content of a string or string buffer of the JDK, or null for any other object. */
    static String stringOf(Object object) {
        boolean isPlain =
            object instanceof String || object instanceof StringBuilder || object instanceof StringBuffer;
        return isPlain ? object.toString() : null;
    }

    /** Records a distance. Also records a hint if hints are requested and the distance is not 0. */
    private static void record(double distance, int yes, String compared, int kind, String wanted) {
        record(distance, yes);
        if (Hints.areRequested && distance > 0) {
            Hints.wantString(compared, kind, wanted, yes);
        }
    }

    /**
     * Normalises and records a distance unless it is 0. A distance of 0 means that the call is about to
     * return true, or that the compared parts of the operands are equal.
     */
    static void record(double distance, int yes) {
        if (distance > 0) {
            // A distance of at least 2^53, for which the result is 1, is not recorded. An infinite distance,
            // for which the result is NaN, is not recorded either.
            double normalised = distance / (distance + 1);
            if (normalised < 1) {
                Trace.improve(yes, normalised);
            }
        }
    }
}

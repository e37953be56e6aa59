package testudo.runner;

/**
 * How near calls came to returning true, where a jump on their result follows at once: the result alone says nothing
 * about that. The probe of the jump itself tells what happened, and puts the other branch at a distance of 1; these,
 * called with a copy of the operands before the call is made, put the branch of the result true at a distance above 0
 * and below 1 where it will be false.
 *
 * <p>The distance of two texts adds up how far apart characters at the same place are, each normalised to below 1, and
 * 1 for each character that one of them has more (after Alshraideh and Bottaci, Search-based software test data
 * generation for string data using program-specific search operators, 2006).
 *
 * <p>No code under test is called. {@code yes} is the branch of the result true, {@code no} the other.
 */
public final class Near {
    /** How much of long texts is looked at, in characters, and how many places of it for another text. */
    private static final int FAR_ENOUGH = 256;

    private Near() {}

    /** Before {@code a.equals(b)} and {@code Objects.equals(a, b)}: of texts, numbers and characters. */
    public static void equal(Object a, Object b, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null && b != null && a.getClass() == b.getClass()) {
            if (a instanceof String) {
                equal((String) a, (String) b, yes);
            } else if (a instanceof Number && isOfTheJdk(a)) {
                equal((Number) a, (Number) b, yes);
            } else if (a instanceof Character) {
                equal((Number) (int) (Character) a, (int) (Character) b, yes);
            }
        }
    }

    private static void equal(String a, String b, int yes) {
        double difference = difference(a, b, false);
        see(difference, yes);
        if (Hints.asked && difference > 0) {
            Hints.equal(a, b, yes);
        }
    }

    private static void equal(Number a, Number b, int yes) {
        see(Math.abs(a.doubleValue() - b.doubleValue()), yes);
        if (Hints.asked && !a.equals(b)) {
            if (a instanceof Double || a instanceof Float) {
                Hints.equal(a.doubleValue(), b.doubleValue(), yes);
            } else {
                Hints.equal(a.longValue(), b.longValue(), yes);
            }
        }
    }

    /** Before {@code a.equalsIgnoreCase(b)}. */
    public static void equalIgnoringCase(String a, String b, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null && b != null) {
            double difference = difference(a, b, true);
            see(difference, yes, a, Hints.EQUAL_IGNORING_CASE, b);
            see(difference, yes, b, Hints.EQUAL_IGNORING_CASE, a);
        }
    }

    /** Before {@code a.startsWith(b)}. */
    public static void startsWith(String a, String b, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null && b != null) {
            see(differenceAt(a, 0, b), yes, a, Hints.PREFIX, b);
        }
    }

    /** Before {@code a.endsWith(b)}. */
    public static void endsWith(String a, String b, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null && b != null) {
            see(differenceAt(a, Math.max(0, a.length() - b.length()), b), yes, a, Hints.SUFFIX, b);
        }
    }

    /** Before {@code a.contains(b)}. */
    public static void contains(String a, Object b, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null && b instanceof String) {
            String text = (String) b;
            double least = Double.MAX_VALUE;
            int last = Math.min(FAR_ENOUGH, Math.max(0, a.length() - text.length()));
            for (int from = 0; from <= last && least > 0; from++) {
                least = Math.min(least, differenceAt(a, from, text));
            }
            see(least, yes, a, Hints.PART, text);
        }
    }

    /** Before {@code a.isEmpty()}. */
    public static void isEmpty(String a, int yes, int no) {
        if (Probe.isOpen(yes, no) && a != null) {
            see(a.length(), yes);
        }
    }

    private static void see(double difference, int yes, String seen, int kind, String wanted) {
        see(difference, yes);
        if (Hints.asked && difference > 0) {
            Hints.want(seen, kind, wanted, yes);
        }
    }

    /** Takes note of a difference; one of 0 means that the result will be true, or that too little was looked at. */
    private static void see(double difference, int yes) {
        if (difference > 0) {
            // An infinite difference, or one with NaN, says nothing.
            double distance = difference / (difference + 1);
            if (distance < 1) {
                Probe.improve(yes, distance);
            }
        }
    }

    private static boolean isOfTheJdk(Object number) {
        return number.getClass().getName().startsWith("java.lang.");
    }

    private static double difference(String a, String b, boolean ignoreCase) {
        int common = Math.min(a.length(), b.length());
        double sum = Math.abs(a.length() - b.length());
        for (int i = 0; i < common && i < FAR_ENOUGH; i++) {
            sum += difference(a.charAt(i), b.charAt(i), ignoreCase);
        }
        return sum;
    }

    /** How far {@code a} is from having {@code b} at an index. */
    private static double differenceAt(String a, int from, String b) {
        int common = Math.min(a.length() - from, b.length());
        double sum = b.length() - common;
        for (int i = 0; i < common && i < FAR_ENOUGH; i++) {
            sum += difference(a.charAt(from + i), b.charAt(i), false);
        }
        return sum;
    }

    private static double difference(char a, char b, boolean ignoreCase) {
        if (a == b || ignoreCase && isSameIgnoringCase(a, b)) {
            return 0;
        }
        double gap = Math.abs(a - b);
        return gap / (gap + 1);
    }

    private static boolean isSameIgnoringCase(char a, char b) {
        char upperA = Character.toUpperCase(a);
        char upperB = Character.toUpperCase(b);
        return upperA == upperB || Character.toLowerCase(upperA) == Character.toLowerCase(upperB);
    }
}

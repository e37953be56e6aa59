package testudo.runner;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;

/**
 * How far two values are from being equal: 0 where they are, or where too little was looked at; infinite, or NaN, where
 * nothing can be said. Only values whose classes are of the JDK and final, or exactly those of the JDK, are looked into:
 * no code under test is called.
 *
 * <p>The difference of two texts adds up how far apart characters at the same place are, each normalised to below 1, and
 * 1 for each character that one of them has more (after Alshraideh and Bottaci, Search-based software test data
 * generation for string data using program-specific search operators, 2006). Arrays and lists are compared in the same
 * way.
 */
final class Difference {
    /** How much of long texts is looked at, in characters, and how many places of it for another text. */
    static final int FAR_ENOUGH = 256;

    /** How many elements of arrays and containers are looked at. */
    static final int ELEMENTS = 64;

    private static final double SECONDS_OF_A_DAY = 86_400;
    private static final double NANOS_OF_A_SECOND = 1e9;

    /** What is {@link #normalised} most: to divide takes long. */
    private static final double[] GAPS = new double[128];

    static {
        for (int i = 0; i < GAPS.length; i++) {
            GAPS[i] = normalised(i);
        }
    }

    private Difference() {}

    /** A difference as less than 1, for sums of several; 1 where nothing can be said. */
    static double normalised(double difference) {
        double result = difference / (difference + 1);
        return result < 1 ? result : 1;
    }

    // Texts ---------------------------------------------------------------------------------------------------------

    /** Of two texts. */
    static double texts(String a, String b, boolean ignoreCase) {
        int common = Math.min(a.length(), b.length());
        double sum = Math.abs(a.length() - b.length());
        for (int i = 0; i < common && i < FAR_ENOUGH; i++) {
            sum += characters(a.charAt(i), b.charAt(i), ignoreCase);
        }
        return sum;
    }

    /** How far {@code a} is from having {@code b} at an index, which is not negative. */
    static double at(String a, int from, String b, boolean ignoreCase) {
        int common = Math.max(0, Math.min(a.length() - from, b.length()));
        double sum = b.length() - common + Math.max(0, from - a.length());
        for (int i = 0; i < common && i < FAR_ENOUGH; i++) {
            sum += characters(a.charAt(from + i), b.charAt(i), ignoreCase);
        }
        return sum;
    }

    /** How far {@code a} is from having {@code b} somewhere. */
    static double inside(String a, String b) {
        char[] text = start(a, 2 * FAR_ENOUGH);
        char[] part = start(b, FAR_ENOUGH);
        int last = Math.min(FAR_ENOUGH, Math.max(0, a.length() - b.length()));
        double least = Double.MAX_VALUE;
        for (int from = 0; from <= last && least > 0; from++) {
            least = Math.min(least, at(text, from, part, Math.max(0, b.length() - a.length()), least));
        }
        return least;
    }

    /** A sum, and how far characters are from being those of a part; it gives up once that is not less than {@code least}. */
    private static double at(char[] text, int from, char[] part, double sum, double least) {
        int common = Math.min(text.length - from, part.length);
        for (int i = 0; i < common && sum < least; i++) {
            sum += characters(text[from + i], part[i], false);
        }
        return sum;
    }

    private static char[] start(String text, int length) {
        return (text.length() <= length ? text : text.substring(0, length)).toCharArray();
    }

    private static double characters(char a, char b, boolean ignoreCase) {
        if (a == b || ignoreCase && isSameIgnoringCase(a, b)) {
            return 0;
        }
        int gap = Math.abs(a - b);
        return gap < GAPS.length ? GAPS[gap] : normalised(gap);
    }

    private static boolean isSameIgnoringCase(char a, char b) {
        char upperA = Character.toUpperCase(a);
        char upperB = Character.toUpperCase(b);
        return upperA == upperB || Character.toLowerCase(upperA) == Character.toLowerCase(upperB);
    }

    // Values --------------------------------------------------------------------------------------------------------

    /** Of two values of one kind: texts, numbers, characters, booleans, dates, constants of an enum. */
    static double values(Object a, Object b) {
        if (a == b) {
            return 0;
        }
        if (!areOfOneKind(a, b)) {
            return Double.POSITIVE_INFINITY;
        }
        return a instanceof String ? texts((String) a, (String) b, false) : Math.abs(position(a) - position(b));
    }

    /** Whether neither is null and their classes allow them to be equal. */
    static boolean areOfOneKind(Object a, Object b) {
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Enum && b instanceof Enum) {
            return ((Enum<?>) a).getDeclaringClass() == ((Enum<?>) b).getDeclaringClass();
        }
        return a.getClass() == b.getClass();
    }

    /** Where a value is among those of its kind; NaN where that says nothing. */
    static double position(Object value) {
        if (isBoxedNumber(value) || value.getClass() == BigDecimal.class || value.getClass() == BigInteger.class) {
            return ((Number) value).doubleValue();
        } else if (value instanceof Character) {
            return (Character) value;
        } else if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        } else if (value instanceof Enum) {
            return ((Enum<?>) value).ordinal();
        }
        return moment(value);
    }

    /** Whether it is one of the numbers that {@code java.lang} has, all of which are final. */
    static boolean isBoxedNumber(Object value) {
        return value instanceof Number && value.getClass().getName().startsWith("java.lang.");
    }

    /** The position of a time: of dates, in seconds or days. */
    private static double moment(Object value) {
        if (value.getClass() == Date.class) {
            return ((Date) value).getTime();
        } else if (value instanceof LocalDate) {
            return ((LocalDate) value).toEpochDay();
        } else if (value instanceof LocalTime) {
            return ((LocalTime) value).toNanoOfDay() / NANOS_OF_A_SECOND;
        } else if (value instanceof LocalDateTime) {
            LocalDateTime time = (LocalDateTime) value;
            return moment(time.toLocalDate()) * SECONDS_OF_A_DAY + moment(time.toLocalTime());
        } else if (value instanceof Instant) {
            return ((Instant) value).getEpochSecond() + ((Instant) value).getNano() / NANOS_OF_A_SECOND;
        } else if (value instanceof Duration) {
            return ((Duration) value).getSeconds() + ((Duration) value).getNano() / NANOS_OF_A_SECOND;
        }
        return Double.NaN;
    }

    // Arrays --------------------------------------------------------------------------------------------------------

    /** Of two arrays, of one level. */
    static double arrays(Object a, Object b) {
        int lengthA = Array.getLength(a);
        int lengthB = Array.getLength(b);
        double sum = Math.abs(lengthA - lengthB);
        for (int i = 0; i < Math.min(lengthA, lengthB) && i < ELEMENTS; i++) {
            sum += normalised(values(Array.get(a, i), Array.get(b, i)));
        }
        return sum;
    }
}

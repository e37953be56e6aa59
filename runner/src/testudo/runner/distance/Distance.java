package testudo.runner.distance;

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
 * Computes the distance between two values. The distance is 0 if the values, or the compared parts of the
 * values, are equal. The distance is infinite or NaN if no distance is defined. No code under test is called,
 * because this class calls only methods that code under test cannot override.
 *
 * <p>The distance of two strings has two parts: the difference of their lengths, and the sum of the
 * normalised distances between the two characters at each common index (after Alshraideh and Bottaci,
 * Search-based software test data generation for string data using program-specific search operators, 2006).
 * Arrays and lists are compared in the same way.
 */
final class Distance {
    /**
     * Maximum number of characters of a string that are compared. Also the greatest index at which a
     * substring is searched.
     */
    static final int MAX_CHARACTERS = 256;

    /** Maximum number of elements of an array or container that are compared. */
    static final int MAX_ELEMENTS = 64;

    private static final double SECONDS_OF_A_DAY = 86_400;
    private static final double NANOS_OF_A_SECOND = 1e9;

    /** Cache of {@link #normalised} for small numbers, because division is slow. */
    private static final double[] NORMALISED_CACHE = new double[128];

    static {
        for (int i = 0; i < NORMALISED_CACHE.length; i++) {
            NORMALISED_CACHE[i] = normalised(i);
        }
    }

    private Distance() {}

    /**
     * Maps a distance to a number from 0 to 1, so that several distances can be added. Returns 1 if the
     * distance is infinite or NaN.
     */
    static double normalised(double distance) {
        double result = distance / (distance + 1);
        return result < 1 ? result : 1;
    }

    // Strings -----------------------------------------------------------------------------------------------

    /** Returns the distance of two strings. */
    static double ofStrings(String a, String b, boolean ignoreCase) {
        int commonLength = Math.min(a.length(), b.length());
        double sum = Math.abs(a.length() - b.length());
        for (int i = 0; i < commonLength && i < MAX_CHARACTERS; i++) {
            sum += characters(a.charAt(i), b.charAt(i), ignoreCase);
        }
        return sum;
    }

    /**
     * Returns the distance of {@code a} to a string that contains {@code b} at the index {@code from}. The
     * index must not be negative.
     */
    static double ofStringAt(String a, int from, String b, boolean ignoreCase) {
        int commonLength = Math.max(0, Math.min(a.length() - from, b.length()));
        double sum = b.length() - commonLength + Math.max(0, from - a.length());
        for (int i = 0; i < commonLength && i < MAX_CHARACTERS; i++) {
            sum += characters(a.charAt(from + i), b.charAt(i), ignoreCase);
        }
        return sum;
    }

    /** Returns the distance of {@code a} to a string that contains {@code b} anywhere. */
    static double ofSubstring(String a, String b) {
        char[] text = prefix(a, 2 * MAX_CHARACTERS);
        char[] part = prefix(b, MAX_CHARACTERS);
        int last = Math.min(MAX_CHARACTERS, Math.max(0, a.length() - b.length()));
        double missingCharacters = Math.max(0, b.length() - a.length());
        double least = Double.MAX_VALUE;
        for (int from = 0; from <= last && least > 0; from++) {
            least = Math.min(least, ofStringAt(text, from, part, missingCharacters, least));
        }
        return least;
    }

    /**
     * Compares {@code part} with the characters of {@code text} from the index {@code from} on. Returns
     * {@code sum} plus the distances of the characters. Stops early if the result is not below {@code least}.
     */
    private static double ofStringAt(char[] text, int from, char[] part, double sum, double least) {
        int commonLength = Math.min(text.length - from, part.length);
        for (int i = 0; i < commonLength && sum < least; i++) {
            sum += characters(text[from + i], part[i], false);
        }
        return sum;
    }

    private static char[] prefix(String text, int length) {
        return (text.length() <= length ? text : text.substring(0, length)).toCharArray();
    }

    private static double characters(char a, char b, boolean ignoreCase) {
        if (a == b || ignoreCase && isSameIgnoringCase(a, b)) {
            return 0;
        }
        int gap = Math.abs(a - b);
        return gap < NORMALISED_CACHE.length ? NORMALISED_CACHE[gap] : normalised(gap);
    }

    private static boolean isSameIgnoringCase(char a, char b) {
        char upperA = Character.toUpperCase(a);
        char upperB = Character.toUpperCase(b);
        return upperA == upperB || Character.toLowerCase(upperA) == Character.toLowerCase(upperB);
    }

    // Values ------------------------------------------------------------------------------------------------

    /**
     * Returns the distance of two strings, numbers, characters, booleans, dates, times or enum constants.
     * Returns 0 for the same object. Returns infinity if the values are not of the
     * {@linkplain #areSameKind same kind}. Returns NaN if no distance is defined for their kind.
     */
    static double ofValues(Object a, Object b) {
        if (a == b) {
            return 0;
        }
        if (!areSameKind(a, b)) {
            return Double.POSITIVE_INFINITY;
        }
        return a instanceof String
            ? ofStrings((String) a, (String) b, false)
            : Math.abs(position(a) - position(b));
    }

    /**
     * Returns whether neither value is null and both values have the same class or are constants of the same
     * enum.
     */
    static boolean areSameKind(Object a, Object b) {
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Enum && b instanceof Enum) {
            return ((Enum<?>) a).getDeclaringClass() == ((Enum<?>) b).getDeclaringClass();
        }
        return a.getClass() == b.getClass();
    }

    /**
     * Returns the position of a value on the scale of its class, for example the ordinal of an enum constant.
     * Returns NaN if the class has no scale.
     */
    static double position(Object value) {
        if (isBoxedNumber(value)
            || value.getClass() == BigDecimal.class
            || value.getClass() == BigInteger.class) {
            return ((Number) value).doubleValue();
        } else if (value instanceof Character) {
            return (Character) value;
        } else if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        } else if (value instanceof Enum) {
            return ((Enum<?>) value).ordinal();
        }
        return positionInTime(value);
    }

    /** Returns whether a value is a boxed number, such as an {@code Integer}. */
    static boolean isBoxedNumber(Object value) {
        return value instanceof Number && value.getClass().getName().startsWith("java.lang.");
    }

    /**
     * Returns the position of a date, time or duration in milliseconds, seconds or days. The unit depends on
     * the class. Returns NaN for other values.
     */
    private static double positionInTime(Object value) {
        if (value.getClass() == Date.class) {
            return ((Date) value).getTime();
        } else if (value instanceof LocalDate) {
            return ((LocalDate) value).toEpochDay();
        } else if (value instanceof LocalTime) {
            return ((LocalTime) value).toNanoOfDay() / NANOS_OF_A_SECOND;
        } else if (value instanceof LocalDateTime) {
            LocalDateTime time = (LocalDateTime) value;
            return positionInTime(time.toLocalDate()) * SECONDS_OF_A_DAY + positionInTime(time.toLocalTime());
        } else if (value instanceof Instant) {
            return ((Instant) value).getEpochSecond() + ((Instant) value).getNano() / NANOS_OF_A_SECOND;
        } else if (value instanceof Duration) {
            return ((Duration) value).getSeconds() + ((Duration) value).getNano() / NANOS_OF_A_SECOND;
        }
        return Double.NaN;
    }

    // Arrays ------------------------------------------------------------------------------------------------

    /** Returns the distance of two arrays. Two nested arrays are equal only if they are the same object. */
    static double ofArrays(Object a, Object b) {
        int lengthA = Array.getLength(a);
        int lengthB = Array.getLength(b);
        double sum = Math.abs(lengthA - lengthB);
        for (int i = 0; i < Math.min(lengthA, lengthB) && i < MAX_ELEMENTS; i++) {
            sum += normalised(ofValues(Array.get(a, i), Array.get(b, i)));
        }
        return sum;
    }
}

package testudo.verify;

import java.util.Objects;

/**
 * What the stand-ins for assertion libraries have in common. A comparison that fails is noted and the test goes on; an
 * exception that is missing ends it.
 */
public final class Checks {
    private Checks() {}

    /** Code that may throw. */
    public interface Code {
        void run() throws Throwable;
    }

    public static void equal(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    /** Arrays are equal by their elements. */
    public static void deeplyEqual(Object expected, Object actual) {
        check(Objects.deepEquals(expected, actual), expected, actual);
    }

    /** Numbers are equal or not further apart. */
    public static void near(double expected, double actual, double delta) {
        boolean same = Double.compare(expected, actual) == 0;
        check(same || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void same(Object expected, Object actual) {
        check(expected == actual, "the very object", "another one");
    }

    public static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            Failures.add(new AssertionError("expected " + plain(expected) + ", but was " + plain(actual)));
        }
    }

    /** What the code throws. */
    public static Throwable thrown(Code code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            return thrown;
        }
        throw new AssertionError("expected an exception, but nothing was thrown");
    }

    public static <T extends Throwable> T instance(Class<T> expected, Throwable thrown) {
        if (!expected.isInstance(thrown)) {
            throw new AssertionError(
                    "expected " + expected.getName() + ", but " + thrown.getClass().getName() + " was thrown", thrown);
        }
        return expected.cast(thrown);
    }

    /** Text of values whose {@code toString} is the JDK's own. */
    private static String plain(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        boolean number = value instanceof Number && value.getClass().getClassLoader() == null;
        return number ? value.toString() : "an object of " + value.getClass().getName();
    }
}

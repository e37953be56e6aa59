package testudo.verify;

import java.util.Objects;

/**
 * The checks that all stand-ins for assertion libraries use. A failed comparison is recorded, and the test
 * continues. A missing or wrong exception ends the test.
 */
public final class Checks {
    private Checks() {}

    /** Code that can throw an exception. */
    public interface Code {
        void run() throws Throwable;
    }

    /** Code that returns a result and can throw an exception. */
    public interface Callable<T> {
        T call() throws Throwable;
    }

    public static void equal(Object expected, Object actual) {
        check(Objects.equals(expected, actual), expected, actual);
    }

    /** Records a failure unless two values are equal. Arrays are equal if their elements are equal. */
    public static void deeplyEqual(Object expected, Object actual) {
        check(Objects.deepEquals(expected, actual), expected, actual);
    }

    /** Records a failure unless two numbers are equal or differ by at most {@code delta}. */
    public static void near(double expected, double actual, double delta) {
        boolean equal = Double.compare(expected, actual) == 0;
        check(equal || Math.abs(expected - actual) <= delta, expected, actual);
    }

    public static void same(Object expected, Object actual) {
        check(expected == actual, "the same object", "another object");
    }

    /** Records a failure unless {@code passed} is true. */
    public static void check(boolean passed, Object expected, Object actual) {
        if (!passed) {
            Failures.add(new AssertionError("expected " + describe(expected) + ", but was " + describe(actual)));
        }
    }

    /** Runs code and returns the exception that the code throws. If the code throws nothing, ends the test. */
    public static Throwable catchException(Code code) {
        try {
            code.run();
        } catch (Throwable thrown) {
            return thrown;
        }
        throw new AssertionError("expected an exception, but nothing was thrown");
    }

    /** Runs code. If the code throws an exception, throws the same exception. */
    public static void run(Code code) {
        call(
                () -> {
                    code.run();
                    return null;
                });
    }

    /** Calls code and returns its result. If the code throws an exception, throws the same exception. */
    public static <T> T call(Callable<T> code) {
        try {
            return code.call();
        } catch (Throwable thrown) {
            throw Checks.<RuntimeException>unchecked(thrown);
        }
    }

    /** Returns an exception as a type that the compiler does not check. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(Throwable thrown) {
        return (E) thrown;
    }

    /** Returns the exception if it is an instance of the class. If it is not, ends the test. */
    public static <T extends Throwable> T requireInstance(Class<T> expected, Throwable thrown) {
        if (!expected.isInstance(thrown)) {
            throw new AssertionError(
                    "expected " + expected.getName() + ", but " + thrown.getClass().getName() + " was thrown", thrown);
        }
        return expected.cast(thrown);
    }

    /** Describes a value without running code under test: {@code toString} is called only on JDK objects. */
    private static String describe(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        boolean isJdkNumber = value instanceof Number && value.getClass().getClassLoader() == null;
        return isJdkNumber ? value.toString() : "an object of " + value.getClass().getName();
    }
}

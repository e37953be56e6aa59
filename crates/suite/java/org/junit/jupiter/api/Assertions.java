package org.junit.jupiter.api;

import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.AssertionFailedError;
import testudo.verify.Failures;

/**
 * The assertions that generated tests use, with the overloads and the meaning that JUnit 5 gives them, so that
 * tests can be compiled and run where JUnit is not at hand. A failed comparison is noted and the test goes on.
 */
public final class Assertions {
    private Assertions() {}

    public static void assertTrue(boolean condition) {
        check(condition, true, condition);
    }

    public static void assertTrue(BooleanSupplier condition) {
        assertTrue(condition.getAsBoolean());
    }

    public static void assertFalse(boolean condition) {
        check(!condition, false, condition);
    }

    public static void assertFalse(BooleanSupplier condition) {
        assertFalse(condition.getAsBoolean());
    }

    public static void assertNull(Object actual) {
        check(actual == null, null, "an object");
    }

    public static void assertNotNull(Object actual) {
        check(actual != null, "an object", null);
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        Throwable thrown;
        try {
            executable.execute();
            thrown = null;
        } catch (Throwable actual) {
            thrown = actual;
        }
        if (thrown == null) {
            throw new AssertionFailedError("expected " + expected.getName() + ", but nothing was thrown");
        }
        if (!expected.isInstance(thrown)) {
            throw new AssertionFailedError(
                    "expected " + expected.getName() + ", but " + thrown.getClass().getName() + " was thrown",
                    thrown);
        }
        return expected.cast(thrown);
    }

    public static void assertEquals(Object expected, Object actual) {
        check(equal(expected, actual), expected, actual);
    }

    public static void assertEquals(byte expected, byte actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(byte expected, Byte actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Byte expected, byte actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Byte expected, Byte actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(char expected, char actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(char expected, Character actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Character expected, char actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Character expected, Character actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(double expected, double actual) {
        check(Double.doubleToLongBits(expected) == Double.doubleToLongBits(actual), expected, actual);
    }

    public static void assertEquals(double expected, Double actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Double expected, double actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Double expected, Double actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(float expected, float actual) {
        check(Float.floatToIntBits(expected) == Float.floatToIntBits(actual), expected, actual);
    }

    public static void assertEquals(float expected, Float actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Float expected, float actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Float expected, Float actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(int expected, int actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(int expected, Integer actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Integer expected, int actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Integer expected, Integer actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(long expected, Long actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Long expected, long actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Long expected, Long actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(short expected, short actual) {
        check(expected == actual, expected, actual);
    }

    public static void assertEquals(short expected, Short actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Short expected, short actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertEquals(Short expected, Short actual) {
        assertEquals((Object) expected, actual);
    }

    public static void assertArrayEquals(boolean[] expected, boolean[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(float[] expected, float[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        assertDeepEquals(expected, actual);
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        assertDeepEquals(expected, actual);
    }

    private static void assertDeepEquals(Object expected, Object actual) {
        check(Objects.deepEquals(expected, actual), expected, actual);
    }

    private static boolean equal(Object expected, Object actual) {
        return expected == null ? actual == null : expected.equals(actual);
    }

    private static void check(boolean holds, Object expected, Object actual) {
        if (!holds) {
            Failures.add(new AssertionFailedError("expected " + plain(expected) + ", but was " + plain(actual)));
        }
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

package org.junit.jupiter.api;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;
import testudo.verify.Checks;

/**
 * Stand-in for the JUnit 5 assertions that generated tests use, with the same overloads and meaning. With
 * this class, generated tests compile and run without JUnit. A failed comparison is recorded, and the test
 * continues.
 */
public final class Assertions {
    private Assertions() {}

    public static void assertTrue(boolean condition) {
        Checks.check(condition, true, condition);
    }

    public static void assertTrue(BooleanSupplier condition) {
        assertTrue(condition.getAsBoolean());
    }

    public static void assertFalse(boolean condition) {
        Checks.check(!condition, false, condition);
    }

    public static void assertFalse(BooleanSupplier condition) {
        assertFalse(condition.getAsBoolean());
    }

    public static void assertNull(Object actual) {
        Checks.check(actual == null, null, "an object");
    }

    public static void assertNotNull(Object actual) {
        Checks.check(actual != null, "an object", null);
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable executable) {
        return Checks.requireInstance(expected, Checks.catchException(executable::execute));
    }

    public static void assertDoesNotThrow(Executable executable) {
        Checks.run(executable::execute);
    }

    public static <T> T assertDoesNotThrow(ThrowingSupplier<T> supplier) {
        return Checks.call(supplier::get);
    }

    public static void assertSame(Object expected, Object actual) {
        Checks.same(expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(byte expected, byte actual) {
        Checks.check(expected == actual, expected, actual);
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
        Checks.check(expected == actual, expected, actual);
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
        Checks.check(Double.doubleToLongBits(expected) == Double.doubleToLongBits(actual), expected, actual);
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
        Checks.check(Float.floatToIntBits(expected) == Float.floatToIntBits(actual), expected, actual);
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

    public static void assertEquals(double expected, double actual, double delta) {
        Checks.near(expected, actual, delta);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        Checks.near(expected, actual, delta);
    }

    public static void assertEquals(int expected, int actual) {
        Checks.check(expected == actual, expected, actual);
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
        Checks.check(expected == actual, expected, actual);
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
        Checks.check(expected == actual, expected, actual);
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
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(byte[] expected, byte[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(char[] expected, char[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(double[] expected, double[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(float[] expected, float[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(int[] expected, int[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(long[] expected, long[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(short[] expected, short[] actual) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(Object[] expected, Object[] actual) {
        Checks.deeplyEqual(expected, actual);
    }
}

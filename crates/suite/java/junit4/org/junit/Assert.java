package org.junit;

import org.junit.function.ThrowingRunnable;
import testudo.verify.Checks;

/** Stand-in for the JUnit 4 assertions that generated tests use, with the same overloads and meaning. */
public class Assert {
    protected Assert() {}

    public static void assertTrue(boolean condition) {
        Checks.check(condition, true, condition);
    }

    public static void assertFalse(boolean condition) {
        Checks.check(!condition, false, condition);
    }

    public static void assertNull(Object actual) {
        Checks.check(actual == null, null, "an object");
    }

    public static void assertNotNull(Object actual) {
        Checks.check(actual != null, "an object", null);
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, ThrowingRunnable runnable) {
        return Checks.requireInstance(expected, Checks.catchException(runnable::run));
    }

    public static void assertSame(Object expected, Object actual) {
        Checks.same(expected, actual);
    }

    public static void assertEquals(Object expected, Object actual) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(long expected, long actual) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(double expected, double actual, double delta) {
        Checks.near(expected, actual, delta);
    }

    public static void assertEquals(float expected, float actual, float delta) {
        Checks.near(expected, actual, delta);
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

    public static void assertArrayEquals(double[] expected, double[] actual, double delta) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertArrayEquals(float[] expected, float[] actual, float delta) {
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

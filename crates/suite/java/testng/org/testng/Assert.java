package org.testng;

import testudo.verify.Checks;

/** Stand-in for the TestNG assertions that generated tests use, with the same overloads and meaning. */
public class Assert {
    protected Assert() {}

    /** Stand-in for the TestNG interface: code that can throw an exception. */
    public interface ThrowingRunnable {
        void run() throws Throwable;
    }

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

    public static <T extends Throwable> void assertThrows(Class<T> expected, ThrowingRunnable runnable) {
        expectThrows(expected, runnable);
    }

    public static <T extends Throwable> T expectThrows(Class<T> expected, ThrowingRunnable runnable) {
        return Checks.requireInstance(expected, Checks.catchException(runnable::run));
    }

    public static void assertSame(Object actual, Object expected) {
        Checks.same(expected, actual);
    }

    public static void assertEquals(Object actual, Object expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(boolean actual, boolean expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(byte actual, byte expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(char actual, char expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(double actual, double expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(float actual, float expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(double actual, double expected, double delta) {
        Checks.near(expected, actual, delta);
    }

    public static void assertEquals(float actual, float expected, float delta) {
        Checks.near(expected, actual, delta);
    }

    public static void assertEquals(int actual, int expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(long actual, long expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(short actual, short expected) {
        Checks.equal(expected, actual);
    }

    public static void assertEquals(boolean[] actual, boolean[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(byte[] actual, byte[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(char[] actual, char[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(double[] actual, double[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(float[] actual, float[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(int[] actual, int[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(long[] actual, long[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(short[] actual, short[] expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public static void assertEquals(Object[] actual, Object[] expected) {
        Checks.deeplyEqual(expected, actual);
    }
}

package org.assertj.core.api;

import java.lang.reflect.Array;
import org.assertj.core.data.Offset;
import testudo.verify.Checks;

/**
 * Stand-in for the AssertJ assertions on a value. AssertJ has one class for each type of value; this class
 * replaces all of them.
 */
public class ObjectAssert {
    private final Object actual;

    ObjectAssert(Object actual) {
        this.actual = actual;
    }

    public void isNull() {
        Checks.check(actual == null, null, "an object");
    }

    public void isNotNull() {
        Checks.check(actual != null, "an object", null);
    }

    public void isTrue() {
        Checks.equal(true, actual);
    }

    public void isFalse() {
        Checks.equal(false, actual);
    }

    public void isNaN() {
        boolean isNaN = actual instanceof Number && Double.isNaN(((Number) actual).doubleValue());
        Checks.check(isNaN, Double.NaN, actual);
    }

    /** Checks that the value is near {@code expected}. The value must be a number. */
    public void isCloseTo(Number expected, Offset<?> offset) {
        double number = ((Number) actual).doubleValue();
        Checks.near(expected.doubleValue(), number, offset.value.doubleValue());
    }

    /** Checks that the value is an empty array. */
    public void isEmpty() {
        boolean isEmptyArray = actual != null && actual.getClass().isArray() && Array.getLength(actual) == 0;
        Checks.check(isEmptyArray, "an empty array", actual);
    }

    public void isSameAs(Object expected) {
        Checks.same(expected, actual);
    }

    public void isEqualTo(Object expected) {
        Checks.deeplyEqual(expected, actual);
    }

    public void endsWith(String suffix) {
        boolean endsWithSuffix = actual instanceof String && ((String) actual).endsWith(suffix);
        Checks.check(endsWithSuffix, "a text that ends with " + suffix, actual);
    }

    public void isDeepEqualTo(Object expected) {
        Checks.deeplyEqual(expected, actual);
    }
}

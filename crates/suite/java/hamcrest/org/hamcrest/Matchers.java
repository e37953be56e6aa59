package org.hamcrest;

import java.util.Objects;

/** Stands in for Hamcrest's matchers: those that generated tests use. */
public class Matchers {
    private Matchers() {}

    /** Arrays are equal by their elements. */
    public static <T> Matcher<T> is(T expected) {
        return actual -> Objects.deepEquals(expected, actual);
    }

    public static <T> Matcher<T> is(Matcher<T> matcher) {
        return matcher;
    }

    public static <T> Matcher<T> sameInstance(T expected) {
        return actual -> expected == actual;
    }

    public static Matcher<Double> closeTo(double operand, double error) {
        return actual -> Math.abs((Double) actual - operand) <= error;
    }

    public static Matcher<Object> nullValue() {
        return Objects::isNull;
    }

    public static Matcher<Object> notNullValue() {
        return Objects::nonNull;
    }
}

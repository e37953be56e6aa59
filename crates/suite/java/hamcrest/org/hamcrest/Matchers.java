package org.hamcrest;

import java.util.Objects;

/** Stand-in for the Hamcrest matchers that generated tests use. */
public class Matchers {
    private Matchers() {}

    /** Matches values that equal {@code expected}. Arrays are equal if their elements are equal. */
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

    public static Matcher<String> startsWith(String prefix) {
        return actual -> ((String) actual).startsWith(prefix);
    }

    public static Matcher<String> endsWith(String suffix) {
        return actual -> ((String) actual).endsWith(suffix);
    }

    public static Matcher<Object> nullValue() {
        return Objects::isNull;
    }

    public static Matcher<Object> notNullValue() {
        return Objects::nonNull;
    }
}

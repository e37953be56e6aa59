package org.assertj.core.data;

/** Stand-in for the AssertJ class: the largest accepted difference between two numbers. */
public final class Offset<T extends Number> {
    public final T value;

    private Offset(T value) {
        this.value = value;
    }

    public static <T extends Number> Offset<T> offset(T value) {
        return new Offset<>(value);
    }
}

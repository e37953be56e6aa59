package org.assertj.core.data;

/** How far a number may be from another. */
public final class Offset<T extends Number> {
    public final T value;

    private Offset(T value) {
        this.value = value;
    }

    public static <T extends Number> Offset<T> offset(T value) {
        return new Offset<>(value);
    }
}

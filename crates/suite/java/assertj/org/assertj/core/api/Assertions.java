package org.assertj.core.api;

import org.assertj.core.data.Offset;
import testudo.verify.Checks;

/** Stands in for AssertJ's entry point, with what generated tests use of it. */
public class Assertions {
    protected Assertions() {}

    public static ObjectAssert assertThat(Object actual) {
        return new ObjectAssert(actual);
    }

    public static ObjectAssert assertThatObject(Object actual) {
        return new ObjectAssert(actual);
    }

    public static Offset<Double> within(Double value) {
        return Offset.offset(value);
    }

    public static Offset<Float> within(Float value) {
        return Offset.offset(value);
    }

    public static ThrowableAssert assertThatThrownBy(ThrowableAssert.ThrowingCallable callable) {
        return new ThrowableAssert(Checks.thrown(callable::call));
    }
}

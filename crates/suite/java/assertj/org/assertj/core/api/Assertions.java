package org.assertj.core.api;

import org.assertj.core.data.Offset;
import testudo.verify.Checks;

/** Stand-in for the entry point of AssertJ, with the methods that generated tests use. */
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
        return new ThrowableAssert(Checks.catchException(callable::call));
    }

    public static CodeAssert assertThatCode(ThrowableAssert.ThrowingCallable callable) {
        return new CodeAssert(callable);
    }
}

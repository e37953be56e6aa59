package org.assertj.core.api;

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

    public static ThrowableAssert assertThatThrownBy(ThrowableAssert.ThrowingCallable callable) {
        return new ThrowableAssert(Checks.thrown(callable::call));
    }
}

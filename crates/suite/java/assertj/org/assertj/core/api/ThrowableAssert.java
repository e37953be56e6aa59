package org.assertj.core.api;

import testudo.verify.Checks;

/** Stand-in for the AssertJ assertions on an exception. */
public class ThrowableAssert {
    private final Throwable actual;

    ThrowableAssert(Throwable actual) {
        this.actual = actual;
    }

    /** Stand-in for the AssertJ interface: code that can throw an exception. */
    public interface ThrowingCallable {
        void call() throws Throwable;
    }

    public ThrowableAssert isInstanceOf(Class<?> expected) {
        Checks.requireInstance(expected.asSubclass(Throwable.class), actual);
        return this;
    }

    public void hasMessage(String expected) {
        Checks.equal(expected, actual.getMessage());
    }

    public void hasMessageStartingWith(String prefix) {
        String message = actual.getMessage();
        Checks.check(
                message != null && message.startsWith(prefix), "a message that starts with " + prefix, message);
    }
}

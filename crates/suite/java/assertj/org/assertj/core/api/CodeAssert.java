package org.assertj.core.api;

import testudo.verify.Checks;

/** Stand-in for the AssertJ assertions on code that can throw an exception. */
public class CodeAssert {
    private final ThrowableAssert.ThrowingCallable code;

    CodeAssert(ThrowableAssert.ThrowingCallable code) {
        this.code = code;
    }

    public void doesNotThrowAnyException() {
        Checks.run(code::call);
    }
}

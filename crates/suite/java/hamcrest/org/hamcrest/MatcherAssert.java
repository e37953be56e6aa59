package org.hamcrest;

import testudo.verify.Checks;

/** Stand-in for the Hamcrest assertion. */
public class MatcherAssert {
    private MatcherAssert() {}

    public static <T> void assertThat(T actual, Matcher<? super T> matcher) {
        Checks.check(matcher.matches(actual), "a value that the matcher accepts", actual);
    }
}

package org.hamcrest;

import testudo.verify.Checks;

/** Stands in for Hamcrest's assertion. */
public class MatcherAssert {
    private MatcherAssert() {}

    public static <T> void assertThat(T actual, Matcher<? super T> matcher) {
        Checks.check(matcher.matches(actual), "something else", actual);
    }
}

package org.hamcrest;

/** What can be said of a value. */
public interface Matcher<T> {
    boolean matches(Object actual);
}

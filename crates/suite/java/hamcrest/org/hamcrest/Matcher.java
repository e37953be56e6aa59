package org.hamcrest;

/** Stand-in for the Hamcrest interface: a condition on a value. */
public interface Matcher<T> {
    boolean matches(Object actual);
}

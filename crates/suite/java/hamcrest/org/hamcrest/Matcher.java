package org.hamcrest;

/** Stand-in for the Hamcrest interface: a condition that a value meets or not. */
public interface Matcher<T> {
    boolean matches(Object actual);
}

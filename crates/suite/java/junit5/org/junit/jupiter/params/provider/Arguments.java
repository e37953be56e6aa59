package org.junit.jupiter.params.provider;

/** Stand-in for the JUnit interface: the values of one run of a parameterized test. */
public interface Arguments {
    Object[] get();

    static Arguments of(Object... arguments) {
        return () -> arguments;
    }
}

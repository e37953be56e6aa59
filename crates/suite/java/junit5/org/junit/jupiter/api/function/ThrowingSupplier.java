package org.junit.jupiter.api.function;

/** Stand-in for the JUnit 5 interface: code that returns a result and can throw an exception. */
@FunctionalInterface
public interface ThrowingSupplier<T> {
    T get() throws Throwable;
}

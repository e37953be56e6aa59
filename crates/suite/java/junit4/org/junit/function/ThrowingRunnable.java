package org.junit.function;

/** Stand-in for the JUnit 4 interface: code that may throw. */
public interface ThrowingRunnable {
    void run() throws Throwable;
}

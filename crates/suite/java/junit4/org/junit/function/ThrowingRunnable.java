package org.junit.function;

/** Stand-in for the JUnit 4 interface: code that can throw an exception. */
public interface ThrowingRunnable {
    void run() throws Throwable;
}

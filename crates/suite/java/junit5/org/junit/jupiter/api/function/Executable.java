package org.junit.jupiter.api.function;

/** Stand-in for the JUnit 5 interface: code that can throw an exception. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}

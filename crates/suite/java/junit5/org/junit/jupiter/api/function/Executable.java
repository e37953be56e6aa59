package org.junit.jupiter.api.function;

/** Stand-in for the JUnit interface: code that may throw. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}

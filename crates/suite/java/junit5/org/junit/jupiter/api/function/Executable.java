package org.junit.jupiter.api.function;

/** A statement that may throw. */
@FunctionalInterface
public interface Executable {
    void execute() throws Throwable;
}

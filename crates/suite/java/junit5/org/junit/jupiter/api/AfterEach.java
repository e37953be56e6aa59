package org.junit.jupiter.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testudo.verify.RunAfter;

/** Stand-in for the JUnit 5 annotation: marks a method that runs after each test. */
@RunAfter
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface AfterEach {}

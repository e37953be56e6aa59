package org.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testudo.verify.RunAfter;

/** Stand-in for the JUnit 4 annotation: marks a method that runs after each test. */
@RunAfter
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface After {}

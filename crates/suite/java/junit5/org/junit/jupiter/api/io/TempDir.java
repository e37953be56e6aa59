package org.junit.jupiter.api.io;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testudo.verify.TempFolder;

/** Stand-in for the JUnit 5 annotation: marks a field that receives a new folder before each test. */
@TempFolder
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TempDir {}

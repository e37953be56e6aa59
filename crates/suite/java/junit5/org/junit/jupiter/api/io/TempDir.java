package org.junit.jupiter.api.io;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import testudo.verify.GivenFolder;

/** Stands in for JUnit's annotation: a field that is given a folder of its own for each test. */
@GivenFolder
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
public @interface TempDir {}

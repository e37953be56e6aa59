package org.eclipse.aether;

/** The settings of the access to repositories. */
public interface RepositorySystemSession {}

package org.eclipse.aether.repository;

/** A repository on another machine. */
public class RemoteRepository {}

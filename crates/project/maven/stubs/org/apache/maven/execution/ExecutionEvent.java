package org.apache.maven.execution;

import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;

/** A step of a build. */
public interface ExecutionEvent {
    Type getType();

    MavenSession getSession();

    MavenProject getProject();

    MojoExecution getMojoExecution();

    /** The kind of the step. */
    enum Type {
        ProjectSucceeded,
        MojoSucceeded
    }
}

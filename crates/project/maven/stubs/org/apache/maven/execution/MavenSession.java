package org.apache.maven.execution;

import java.util.List;
import java.util.Properties;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystemSession;

/** A build. */
public class MavenSession {
    public Properties getUserProperties() {
        throw new UnsupportedOperationException();
    }

    public Properties getSystemProperties() {
        throw new UnsupportedOperationException();
    }

    public List<MavenProject> getProjects() {
        throw new UnsupportedOperationException();
    }

    public RepositorySystemSession getRepositorySession() {
        throw new UnsupportedOperationException();
    }
}

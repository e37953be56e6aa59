package org.apache.maven.project;

import java.io.File;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.model.Build;
import org.apache.maven.model.Plugin;
import org.eclipse.aether.repository.RemoteRepository;

/** One module of a build. */
public class MavenProject {
    public String getGroupId() {
        throw new UnsupportedOperationException();
    }

    public String getArtifactId() {
        throw new UnsupportedOperationException();
    }

    public String getPackaging() {
        throw new UnsupportedOperationException();
    }

    public File getBasedir() {
        throw new UnsupportedOperationException();
    }

    public Properties getProperties() {
        throw new UnsupportedOperationException();
    }

    public Build getBuild() {
        throw new UnsupportedOperationException();
    }

    public Plugin getPlugin(String key) {
        throw new UnsupportedOperationException();
    }

    public List<String> getCompileSourceRoots() {
        throw new UnsupportedOperationException();
    }

    public List<String> getTestCompileSourceRoots() {
        throw new UnsupportedOperationException();
    }

    public List<String> getCompileClasspathElements() throws Exception {
        throw new UnsupportedOperationException();
    }

    public List<String> getRuntimeClasspathElements() throws Exception {
        throw new UnsupportedOperationException();
    }

    public List<String> getTestClasspathElements() throws Exception {
        throw new UnsupportedOperationException();
    }

    public Set<Artifact> getArtifacts() {
        throw new UnsupportedOperationException();
    }

    public List<RemoteRepository> getRemoteProjectRepositories() {
        throw new UnsupportedOperationException();
    }
}

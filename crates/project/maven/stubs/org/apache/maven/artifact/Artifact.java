package org.apache.maven.artifact;

/** A library. */
public interface Artifact {
    String getArtifactId();

    String getVersion();
}

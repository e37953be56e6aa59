package org.eclipse.aether.resolution;

import org.eclipse.aether.artifact.Artifact;

/** The answer to a request for a file of repositories. */
public class ArtifactResult {
    public Artifact getArtifact() {
        throw new UnsupportedOperationException();
    }
}

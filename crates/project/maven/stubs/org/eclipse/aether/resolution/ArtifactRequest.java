package org.eclipse.aether.resolution;

import java.util.List;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.RemoteRepository;

/** The request for a file of repositories. */
public class ArtifactRequest {
    public ArtifactRequest(Artifact artifact, List<RemoteRepository> repositories, String context) {
        throw new UnsupportedOperationException();
    }
}

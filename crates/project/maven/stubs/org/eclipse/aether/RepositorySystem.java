package org.eclipse.aether;

import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResult;

/** Finds artifacts in repositories. */
public interface RepositorySystem {
    ArtifactResult resolveArtifact(RepositorySystemSession session, ArtifactRequest request) throws Exception;
}

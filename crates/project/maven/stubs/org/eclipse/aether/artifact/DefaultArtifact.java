package org.eclipse.aether.artifact;

import java.io.File;

/** A file in a repository. */
public class DefaultArtifact implements Artifact {
    public DefaultArtifact(String coordinates) {
        throw new UnsupportedOperationException();
    }

    @Override
    public File getFile() {
        throw new UnsupportedOperationException();
    }
}

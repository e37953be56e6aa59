package org.eclipse.aether.artifact;

import java.io.File;

/** A file in a repository. */
public interface Artifact {
    File getFile();
}

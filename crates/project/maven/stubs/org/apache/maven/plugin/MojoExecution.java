package org.apache.maven.plugin;

import org.codehaus.plexus.util.xml.Xpp3Dom;

/** One execution of a goal of a plugin. */
public class MojoExecution {
    public String getArtifactId() {
        throw new UnsupportedOperationException();
    }

    public String getGoal() {
        throw new UnsupportedOperationException();
    }

    public Xpp3Dom getConfiguration() {
        throw new UnsupportedOperationException();
    }
}

package org.apache.maven.model;

/** The folders of a module. */
public class Build {
    public String getDirectory() {
        throw new UnsupportedOperationException();
    }

    public String getOutputDirectory() {
        throw new UnsupportedOperationException();
    }

    public String getTestOutputDirectory() {
        throw new UnsupportedOperationException();
    }

    public String getTestSourceDirectory() {
        throw new UnsupportedOperationException();
    }
}

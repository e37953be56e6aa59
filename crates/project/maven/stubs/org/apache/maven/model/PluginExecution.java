package org.apache.maven.model;

/** The configuration of some goals of a plugin. */
public class PluginExecution {
    public Object getConfiguration() {
        throw new UnsupportedOperationException();
    }
}

package org.apache.maven.model;

import java.util.Map;

/** A plugin of a module. */
public class Plugin {
    public Object getConfiguration() {
        throw new UnsupportedOperationException();
    }

    public Map<String, PluginExecution> getExecutionsAsMap() {
        throw new UnsupportedOperationException();
    }
}

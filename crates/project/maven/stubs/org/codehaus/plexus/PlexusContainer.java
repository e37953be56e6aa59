package org.codehaus.plexus;

/** The components of Maven. */
public interface PlexusContainer {
    Object lookup(String role) throws Exception;
}

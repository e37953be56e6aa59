package org.codehaus.plexus.util.xml;

/** An XML element of a configuration. */
public class Xpp3Dom {
    public String getName() {
        throw new UnsupportedOperationException();
    }

    public String getValue() {
        throw new UnsupportedOperationException();
    }

    public String getAttribute(String name) {
        throw new UnsupportedOperationException();
    }

    public Xpp3Dom getChild(String name) {
        throw new UnsupportedOperationException();
    }

    public Xpp3Dom[] getChildren() {
        throw new UnsupportedOperationException();
    }
}

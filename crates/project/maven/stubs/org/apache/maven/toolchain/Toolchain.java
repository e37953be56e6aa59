package org.apache.maven.toolchain;

/** A JDK or another set of tools. */
public interface Toolchain {
    String findTool(String toolName);
}

package org.apache.maven.toolchain;

import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;

/** Finds toolchains. */
public interface ToolchainManager {
    Toolchain getToolchainFromBuildContext(String type, MavenSession context);

    List<Toolchain> getToolchains(MavenSession session, String type, Map<String, String> requirements);
}

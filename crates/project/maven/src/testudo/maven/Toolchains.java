package testudo.maven;

import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.toolchain.Toolchain;
import org.apache.maven.toolchain.ToolchainManager;
import org.codehaus.plexus.PlexusContainer;

/** Finds the JDK that a toolchain chooses for the current module. */
final class Toolchains {
    private Toolchains() {}

    /**
     * Returns the program {@code java} of a toolchain, or null if no toolchain is chosen. {@code surefire}
     * are the requirements in the configuration of Surefire, and {@code plugin} those of the plugin {@code
     * maven-toolchains-plugin}; both may be empty.
     */
    static String java(
            Map<String, String> surefire,
            Map<String, String> plugin,
            MavenSession session,
            PlexusContainer container)
            throws Exception {
        try {
            return java4(surefire.isEmpty() ? plugin : surefire, session);
        } catch (NoSuchMethodException | ClassNotFoundException isMaven3) {
            ToolchainManager manager = (ToolchainManager) container.lookup(ToolchainManager.class.getName());
            Toolchain toolchain = surefire.isEmpty()
                    ? manager.getToolchainFromBuildContext("jdk", session)
                    : first(manager.getToolchains(session, "jdk", surefire));
            return toolchain == null ? null : toolchain.findTool("java");
        }
    }

    /**
     * Uses the API of Maven 4, by reflection. In Maven 4, an extension can neither use the old API nor ask
     * for the toolchain of the current module.
     */
    private static String java4(Map<String, String> requirements, MavenSession session) throws Exception {
        Object newSession = session.getClass().getMethod("getSession").invoke(session);
        ClassLoader loader = newSession.getClass().getClassLoader();
        Class<?> sessions = loader.loadClass("org.apache.maven.api.Session");
        Class<?> managers = loader.loadClass("org.apache.maven.api.services.ToolchainManager");
        Class<?> toolchains = loader.loadClass("org.apache.maven.api.Toolchain");
        if (requirements.isEmpty()) {
            return null;
        }
        Object manager = sessions.getMethod("getService", Class.class).invoke(newSession, managers);
        Object found = managers.getMethod("getToolchains", sessions, String.class, Map.class)
                .invoke(manager, newSession, "jdk", requirements);
        Object toolchain = first((List<?>) found);
        return toolchain == null
                ? null
                : (String) toolchains.getMethod("findTool", String.class).invoke(toolchain, "java");
    }

    private static <T> T first(List<T> list) {
        return list.isEmpty() ? null : list.get(0);
    }
}

package testudo.maven;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.PlexusContainer;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;

/**
 * Finds the libraries that start the tests of JUnit 5 and later. Surefire adds them itself when it runs tests, so
 * the class path of the tests often lacks them.
 */
final class JUnitPlatform {
    /** The needed artifacts, and the artifacts of the same group and version that the class path has. */
    private static final String[][] NEEDED = {
        {"org.junit.platform", "junit-platform-launcher", "junit-platform-commons"},
        {"org.junit.platform", "junit-platform-engine", "junit-platform-commons"},
        {"org.junit.jupiter", "junit-jupiter-engine", "junit-jupiter-api"},
    };

    private JUnitPlatform() {}

    /**
     * Returns the libraries that the class path of a module's tests lacks. The list is empty if the tests do not
     * use JUnit 5 or later. Returns null if the libraries are in no repository that Maven reaches.
     */
    static List<String> missingLibraries(MavenProject project, MavenSession session, PlexusContainer container) {
        Map<String, String> versions = new HashMap<>();
        for (Artifact artifact : project.getArtifacts()) {
            versions.put(artifact.getArtifactId(), artifact.getVersion());
        }
        List<String> missing = new ArrayList<>();
        if (!versions.containsKey("junit-jupiter-api")) {
            return missing;
        }
        try {
            RepositorySystem system = (RepositorySystem) container.lookup(RepositorySystem.class.getName());
            for (String[] needed : NEEDED) {
                if (!versions.containsKey(needed[1])) {
                    String coordinates = needed[0] + ":" + needed[1] + ":" + versions.get(needed[2]);
                    ArtifactRequest request = new ArtifactRequest(
                            new DefaultArtifact(coordinates), project.getRemoteProjectRepositories(), null);
                    missing.add(system.resolveArtifact(session.getRepositorySession(), request)
                            .getArtifact()
                            .getFile()
                            .getPath());
                }
            }
            return missing;
        } catch (Exception | LinkageError isNotReachable) {
            return null;
        }
    }
}

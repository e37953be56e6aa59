package testudo.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Build;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.PlexusContainer;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The facts about one module. */
final class ModuleFacts {
    /**
     * The parameters that set the release of the tests, and the properties of these parameters, by
     * precedence.
     */
    private static final String[][] RELEASES = {
        {"testRelease", "maven.compiler.testRelease"},
        {"release", "maven.compiler.release"},
        {"testTarget", "maven.compiler.testTarget"},
        {"target", "maven.compiler.target"},
    };

    private final MavenProject project;
    /** The parameters of the execution that compiled the tests; null if there was none. */
    private MojoExecution testCompiler;
    /** The requirements that the plugin for toolchains has for the JDK. */
    private Map<String, String> toolchain = Collections.emptyMap();
    private List<String> mainClassPath;
    private List<String> testClassPath;
    /** The libraries that start tests and that the class path of the tests lacks; null if they are not found. */
    private List<String> testPlatform;

    ModuleFacts(MavenProject project) {
        this.project = project;
    }

    /**
     * Reads the libraries after the compilation of the tests, because a later plugin can restrict the
     * project's dependencies to another scope. Also reads the configuration of the plugin for toolchains.
     */
    void observe(MojoExecution execution, MavenSession session, PlexusContainer container) throws Exception {
        String goal = execution.getArtifactId() + ":" + execution.getGoal();
        if (goal.equals("maven-toolchains-plugin:toolchain")) {
            Xpp3Dom toolchains = execution.getConfiguration().getChild("toolchains");
            toolchain = new Configuration(toolchains, project.getProperties()).children("jdk");
        } else if (goal.equals("maven-compiler-plugin:testCompile")) {
            testCompiler = execution;
            readLibraries(session, container);
        }
    }

    private void readLibraries(MavenSession session, PlexusContainer container) throws Exception {
        mainClassPath = new ArrayList<>(project.getCompileClasspathElements());
        mainClassPath.addAll(project.getRuntimeClasspathElements());
        testClassPath = project.getTestClasspathElements();
        testPlatform = JUnitPlatform.missingLibraries(project, session, container);
    }

    /** Returns all facts, after the last execution of a plugin for the module. */
    Json toJson(MavenSession session, PlexusContainer container) throws Exception {
        if (testClassPath == null) {
            readLibraries(session, container);
        }
        Build build = project.getBuild();
        Configuration surefire = surefire(session);
        Json json = new Json();
        json.put("index", session.getProjects().indexOf(project));
        json.put("name", project.getGroupId() + ":" + project.getArtifactId());
        json.put("folder", project.getBasedir().getPath());
        json.put("buildFolder", build.getDirectory());
        json.put("classes", list(build.getOutputDirectory()));
        json.put("testClasses", list(build.getTestOutputDirectory()));
        json.put("mainClassPath", mainClassPath);
        json.put("allClassPath", testClassPath);
        if (testPlatform != null) {
            json.put("testPlatform", testPlatform);
        }
        json.put("sourceRoots", project.getCompileSourceRoots());
        json.put("testSourceRoots", project.getTestCompileSourceRoots());
        json.put("testSourceRoot", build.getTestSourceDirectory());
        json.put("release", release(session));
        json.put("javaHome", javaHome(surefire, session, container));
        json.put("argumentLine", surefire.lenientValue("argLine", "argLine"));
        json.put("arguments", systemProperties(surefire));
        json.put("testIncludes", surefire.values("includes"));
        String reports = surefire.value("reportsDirectory");
        json.put("reports", reports == null ? build.getDirectory() + "/surefire-reports" : reports);
        return json;
    }

    private static List<String> list(String entry) {
        List<String> list = new ArrayList<>();
        list.add(entry);
        return list;
    }

    private Configuration configuration(Object element, MavenSession session) {
        Properties[] properties = {
            session.getUserProperties(), project.getProperties(), session.getSystemProperties()
        };
        return new Configuration(element, properties);
    }

    private Configuration surefire(MavenSession session) {
        Plugin plugin = project.getPlugin("org.apache.maven.plugins:maven-surefire-plugin");
        Object element = null;
        if (plugin != null) {
            PluginExecution execution = plugin.getExecutionsAsMap().get("default-test");
            element = execution == null ? null : execution.getConfiguration();
            element = element == null ? plugin.getConfiguration() : element;
        }
        return configuration(element, session);
    }

    private String release(MavenSession session) {
        Object element = testCompiler == null ? null : testCompiler.getConfiguration();
        Configuration compiler = configuration(element, session);
        for (String[] names : RELEASES) {
            String value = testCompiler == null ? compiler.propertyValue(names[1]) : compiler.value(names[0]);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static List<String> systemProperties(Configuration surefire) {
        List<String> arguments = new ArrayList<>();
        for (Map.Entry<String, String> entry : surefire.children("systemPropertyVariables").entrySet()) {
            arguments.add("-D" + entry.getKey() + "=" + entry.getValue());
        }
        return arguments;
    }

    /** Returns the JDK that Surefire runs the tests with. */
    private String javaHome(Configuration surefire, MavenSession session, PlexusContainer container)
            throws Exception {
        String java = surefire.value("jvm");
        if (java == null) {
            java = Toolchains.java(surefire.children("jdkToolchain"), toolchain, session, container);
        }
        if (java == null) {
            return System.getProperty("java.home");
        }
        // A JVM without a folder is a program on the PATH.
        File bin = new File(java).getParentFile();
        return bin == null ? null : bin.getParent();
    }
}

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs a test class once for each folder: {@code Runs RESULTS CLASSPATH TEST FOLDER...}. The classes of the
 * folder precede the classes of the class path. Writes one line for each folder into the file RESULTS:
 * {@code failed} if a test failed, otherwise {@code passed}.
 */
public final class Runs {
    /** Maximum number of iterations of all loops in one test. */
    private static final int MAX_ITERATIONS = 1_000_000;
    private static int iterations;

    public static void main(String[] arguments) throws Exception {
        List<String> results = new ArrayList<>();
        for (int i = 3; i < arguments.length; i++) {
            boolean fails = fails(arguments[i] + File.pathSeparator + arguments[1], arguments[2]);
            results.add(fails ? "failed" : "passed");
        }
        Files.write(Path.of(arguments[0]), results);
    }

    /**
     * Returns true if a test of the class fails, or if the class has no test. Runs each test separately, and
     * stops after the first failed test.
     */
    private static boolean fails(String classPath, String test) throws Exception {
        List<URL> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            entries.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(entries.toArray(new URL[0]), Runs.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Launcher launcher = LauncherFactory.create();
            TestPlan plan = launcher.discover(request(DiscoverySelectors.selectClass(test)));
            boolean fails = plan.countTestIdentifiers(TestIdentifier::isTest) == 0;
            for (TestIdentifier root : plan.getRoots()) {
                for (TestIdentifier it : plan.getDescendants(root)) {
                    fails = fails || it.isTest() && fails(launcher, it);
                }
            }
            return fails;
        }
    }

    private static boolean fails(Launcher launcher, TestIdentifier test) {
        iterations = 0;
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        launcher.execute(request(DiscoverySelectors.selectUniqueId(test.getUniqueId())), listener);
        return listener.getSummary().getTestsSucceededCount() != 1;
    }

    private static LauncherDiscoveryRequest request(DiscoverySelector selector) {
        return LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
    }

    /**
     * Counts an iteration of a loop. The mutated class calls this method, so that a test with an infinite
     * loop fails.
     */
    public static void countIteration() {
        if (++iterations > MAX_ITERATIONS) {
            throw new AssertionError("the mutant loops for more than " + MAX_ITERATIONS + " iterations");
        }
    }
}

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
 * Runs a test class once for each folder, whose classes go before those of the class path: {@code Runs RESULTS CLASSPATH
 * TEST FOLDER...}. Writes a line for each folder: whether a test {@code failed} or all {@code passed}.
 */
public final class Runs {
    private static final int MOST_ROUNDS = 1_000_000;
    private static int rounds;

    public static void main(String[] arguments) throws Exception {
        List<String> results = new ArrayList<>();
        for (int i = 3; i < arguments.length; i++) {
            boolean fails = fails(arguments[i] + File.pathSeparator + arguments[1], arguments[2]);
            results.add(fails ? "failed" : "passed");
        }
        Files.write(Path.of(arguments[0]), results);
    }

    /** Whether a test of the class fails. They run one by one up to that. */
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
        rounds = 0;
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        launcher.execute(request(DiscoverySelectors.selectUniqueId(test.getUniqueId())), listener);
        return listener.getSummary().getTestsSucceededCount() != 1;
    }

    private static LauncherDiscoveryRequest request(DiscoverySelector selector) {
        return LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
    }

    /** Called at each round of a loop of a mutant: ends those that would go on for ever. */
    public static void round() {
        if (++rounds > MOST_ROUNDS) {
            throw new AssertionError("it loops");
        }
    }
}

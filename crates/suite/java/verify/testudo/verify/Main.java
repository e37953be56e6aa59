package testudo.verify;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Runs tests of one class, each on a new instance, and reports the events of each test.
 *
 * <p>Arguments: the file for events, the test class, and the names of the tests in order. The argument {@code /}
 * begins another group of tests. The tests of a group share classes. An event is one line with fields separated by
 * tabs. A line end precedes each event, because a test can write an unfinished
 * line to the file. The events are:
 *
 * <ul>
 *   <li>{@code started NAME}.
 *   <li>{@code failed KIND LINE CLASS MESSAGE}, any number of times. KIND is {@code assertion} for a failed
 *   assertion and {@code exception} for an exception that ended the test. LINE is a line of the test class,
 *   or 0 if unknown.
 *   <li>{@code thread NAME}, if the test left a thread that will execute code by itself.
 *   <li>{@code leftover CHANGES}, if the test is the last of an isolated group that changed static fields.
 *   <li>{@code ended NAME}.
 * </ul>
 */
public final class Main {
    /** The argument that begins another group of tests. */
    private static final String NEW_GROUP = "/";

    private final OutputStream events;
    private final Threads threads = new Threads();

    private Main(OutputStream events) {
        this.events = events;
    }

    public static void main(String[] arguments) throws Exception {
        Main main = new Main(new FileOutputStream(arguments[0]));
        // A test can change the property.
        boolean endsAsUsual = Boolean.getBoolean("testudo.verify.exit");
        discardOutput();
        List<String> names = Arrays.asList(arguments).subList(2, arguments.length);
        Loaders loaders = new Loaders(System.getProperty("testudo.verify.path"));
        loadNetworkLibrary();
        if (usesGraphics(loaders.first(), arguments[1])) {
            loadFonts();
        }
        main.run(loaders, arguments[1], names);
        if (endsAsUsual) {
            // The actions that the tests have left for the end of the JVM now happen.
            System.exit(0);
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(Loaders loaders, String className, List<String> names) throws Exception {
        ClassLoader loader = loaders.first();
        boolean hasPassed = true;
        int number = 0;
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            if (name.equals(NEW_GROUP)) {
                loader = loaders.nextIsolated();
                hasPassed = true;
                continue;
            }
            markTest(number++);
            hasPassed &= run(loader, className, name);
            boolean isLastOfGroup = i + 1 == names.size() || names.get(i + 1).equals(NEW_GROUP);
            String changes = isLastOfGroup ? loaders.describeChanges(hasPassed) : "";
            if (!changes.isEmpty()) {
                report("leftover\t" + changes);
            }
            if (i + 1 == names.size()) {
                // A mark that code under test has made instead is now recognised.
                markTest(number);
            }
            report("ended\t" + name);
        }
    }

    /**
     * Loads the native library for the network, which opens a socket once. The supervisor must not regard this
     * as an action of a test.
     */
    private static void loadNetworkLibrary() throws Exception {
        Class.forName("java.net.InetAddress");
        Class.forName("java.net.NetworkInterface");
    }

    private static boolean usesGraphics(ClassLoader loader, String className) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = loader.getResourceAsStream(className.replace('.', '/') + ".class")) {
            byte[] buffer = new byte[8192];
            for (int count = in == null ? -1 : in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes.write(buffer, 0, count);
            }
        }
        return bytes.toString("ISO-8859-1").contains("java/awt/");
    }

    /** Loads the fonts. The JDK then asks for the name of the machine once, which opens a socket. */
    private static void loadFonts() {
        try {
            new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics().getFontMetrics();
        } catch (Throwable exception) {
            // The JDK has no fonts. Tests that need fonts fail, and are dropped.
        }
    }

    /**
     * Marks the start of a test, or the end of the last test, for the supervisor: see the Rust type
     * {@code vm::Supervisor}.
     */
    private static void markTest(int number) {
        new File("/testudo-test/" + number).delete();
    }

    private static void discardOutput() {
        OutputStream discarding =
                new OutputStream() {
                    @Override
                    public void write(int b) {}

                    @Override
                    public void write(byte[] bytes, int from, int length) {}
                };
        System.setOut(new PrintStream(discarding));
        System.setErr(new PrintStream(discarding));
    }

    /** Runs a test and reports its failures. Returns whether the test passed. */
    private boolean run(ClassLoader loader, String className, String name) throws Exception {
        Thread.currentThread().setContextClassLoader(loader);
        Class<?> testClass = loader.loadClass(className);
        report("started\t" + name);
        Throwable exception = null;
        try {
            invoke(testClass, name);
        } catch (Throwable thrown) {
            exception = thrown;
        }
        List<AssertionError> failures = Failures.take();
        for (AssertionError failure : failures) {
            report("failed\tassertion\t" + describe(testClass, failure));
        }
        if (exception != null) {
            report("failed\texception\t" + describe(testClass, exception));
        }
        String thread = threads.leftover();
        if (thread != null) {
            report("thread\t" + oneLine(thread));
        }
        return exception == null && failures.isEmpty();
    }

    private static void invoke(Class<?> testClass, String name) throws Throwable {
        Constructor<?> constructor = testClass.getDeclaredConstructor();
        Method test = testClass.getDeclaredMethod(name);
        constructor.setAccessible(true);
        test.setAccessible(true);
        Preparation preparation = new Preparation();
        try {
            Object instance = constructor.newInstance();
            preparation.prepare(instance);
            try {
                test.invoke(instance);
            } finally {
                Preparation.cleanUp(instance);
            }
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } finally {
            preparation.removeFolders();
        }
    }

    private static String describe(Class<?> testClass, Throwable thrown) {
        String message = message(thrown);
        if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
            // The error itself has no message.
            message = thrown.getCause().getClass().getName() + ": " + message(thrown.getCause());
        }
        return line(testClass, thrown) + "\t" + thrown.getClass().getName() + "\t" + message;
    }

    private static int line(Class<?> testClass, Throwable thrown) {
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().equals(testClass.getName())) {
                    return Math.max(frame.getLineNumber(), 0);
                }
            }
        } catch (Throwable e) { // The code under test can override the called methods.
            return 0;
        }
        return 0;
    }

    private static String message(Throwable thrown) {
        try {
            String message = String.valueOf(thrown.getMessage());
            return oneLine(message);
        } catch (Throwable e) { // The code under test can override the called methods.
            return "";
        }
    }

    private static String oneLine(String text) {
        return text.substring(0, Math.min(text.length(), 200)).replaceAll("[\\t\\r\\n]", " ");
    }

    private void report(String event) throws IOException {
        events.write(("\n" + event + "\n").getBytes(StandardCharsets.UTF_8));
        events.flush();
    }
}

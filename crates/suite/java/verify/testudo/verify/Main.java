package testudo.verify;

import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;

/**
 * Runs tests of one class, each on an instance of its own, and tells of each as it begins and as it ends.
 *
 * <p>Arguments: where to tell of events, the class and the names of its tests in order. One line per event, with fields
 * apart by tabs, and an empty one before it, whatever a test has written there: {@code began NAME}; any number of
 * {@code failed KIND LINE CLASS MESSAGE}, where KIND is {@code assertion} for one that does not hold and
 * {@code exception} for one that ended the test, and LINE is the line of the test class that it came from, or 0;
 * {@code left WHAT}, if static fields of classes that are the test's own hold something else than before it;
 * {@code ended NAME}.
 */
public final class Main {
    private final OutputStream events;

    private Main(OutputStream events) {
        this.events = events;
    }

    public static void main(String[] arguments) throws Exception {
        Main main = new Main(new FileOutputStream(arguments[0]));
        silence();
        Loaders loaders = new Loaders(System.getProperty("testudo.verify.path"));
        for (int i = 2; i < arguments.length; i++) {
            main.run(loaders, arguments[1], arguments[i]);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void silence() {
        OutputStream nowhere =
                new OutputStream() {
                    @Override
                    public void write(int b) {}

                    @Override
                    public void write(byte[] bytes, int from, int length) {}
                };
        System.setOut(new PrintStream(nowhere));
        System.setErr(new PrintStream(nowhere));
        System.setIn(new ByteArrayInputStream(new byte[0]));
    }

    private void run(Loaders loaders, String className, String name) throws Exception {
        Class<?> tests = loaders.next().loadClass(className);
        tell("began\t" + name);
        Throwable end = null;
        try {
            invoke(tests, name);
        } catch (Throwable thrown) {
            end = thrown;
        }
        for (AssertionError failure : Failures.take()) {
            tell("failed\tassertion\t" + describe(tests, failure));
        }
        if (end != null) {
            tell("failed\texception\t" + describe(tests, end));
        }
        String left = loaders.left();
        if (!left.isEmpty()) {
            tell("left\t" + left);
        }
        tell("ended\t" + name);
    }

    private static void invoke(Class<?> tests, String name) throws Throwable {
        Constructor<?> constructor = tests.getDeclaredConstructor();
        Method test = tests.getDeclaredMethod(name);
        constructor.setAccessible(true);
        test.setAccessible(true);
        Preparation preparation = new Preparation();
        try {
            Object instance = constructor.newInstance();
            preparation.prepare(instance);
            test.invoke(instance);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        } finally {
            preparation.undo();
        }
    }

    private static String describe(Class<?> tests, Throwable thrown) {
        return line(tests, thrown) + "\t" + thrown.getClass().getName() + "\t" + message(thrown);
    }

    private static int line(Class<?> tests, Throwable thrown) {
        try {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (frame.getClassName().equals(tests.getName())) {
                    return Math.max(frame.getLineNumber(), 0);
                }
            }
        } catch (Throwable overridden) {
            return 0;
        }
        return 0;
    }

    private static String message(Throwable thrown) {
        try {
            String message = String.valueOf(thrown.getMessage());
            return message.substring(0, Math.min(message.length(), 200)).replaceAll("[\\t\\r\\n]", " ");
        } catch (Throwable overridden) {
            return "";
        }
    }

    private void tell(String event) throws IOException {
        events.write(("\n" + event + "\n").getBytes(StandardCharsets.UTF_8));
        events.flush();
    }
}

package testudo.existing;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;

/**
 * Runs a test class with its test framework. All calls of the framework use reflection, because any version
 * of the framework can be on the class path. Each public method returns the number of tests that ran and the
 * number of tests that failed, separated by a space.
 */
public final class Tests {
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private Tests() {}

    /** Runs a test class with the engines of the JUnit platform. */
    public static String platform(String name) throws Throwable {
        Object selector = call(classNamed("org.junit.platform.engine.discovery.DiscoverySelectors"), null, "selectClass", name);
        Class<?> builderClass = classNamed(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Object builder = call(builderClass, null, "request");
        builderClass.getMethod("selectors", java.util.List.class).invoke(builder, Collections.singletonList(selector));
        Object request = call(builderClass, builder, "build");
        Class<?> listenerClass = classNamed(LAUNCHER + "listeners.SummaryGeneratingListener");
        Object listener = listenerClass.getConstructor().newInstance();
        Object listeners = Array.newInstance(classNamed(LAUNCHER + "TestExecutionListener"), 1);
        Array.set(listeners, 0, listener);
        Object launcher = call(classNamed(LAUNCHER + "core.LauncherFactory"), null, "create");
        try {
            classNamed(LAUNCHER + "Launcher")
                .getMethod("execute", classNamed(LAUNCHER + "LauncherDiscoveryRequest"), listeners.getClass())
                .invoke(launcher, request, listeners);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        Class<?> summaryClass = classNamed(LAUNCHER + "listeners.TestExecutionSummary");
        Object summary = call(listenerClass, listener, "getSummary");
        return counts(
            number(call(summaryClass, summary, "getTestsStartedCount")),
            number(call(summaryClass, summary, "getTotalFailureCount")));
    }

    /** Runs a test class with JUnit 4, which also runs tests of JUnit 3. */
    public static String junit4(String name) throws Throwable {
        Object classes = new Class<?>[] {classNamed(name)};
        Object result = call(classNamed("org.junit.runner.JUnitCore"), null, "runClasses", classes);
        return counts(
            number(call(result.getClass(), result, "getRunCount")),
            number(call(result.getClass(), result, "getFailureCount")));
    }

    /** Runs a test class with TestNG. */
    public static String testng(String name) throws Throwable {
        Class<?> runnerClass = classNamed("org.testng.TestNG");
        Object runner = runnerClass.getConstructor(boolean.class).newInstance(false);
        call(runnerClass, runner, "setVerbose", 0);
        call(runnerClass, runner, "setTestClasses", (Object) new Class<?>[] {classNamed(name)});
        Object listener = classNamed("org.testng.TestListenerAdapter").getConstructor().newInstance();
        runnerClass.getMethod("addListener", classNamed("org.testng.ITestNGListener")).invoke(runner, listener);
        call(runnerClass, runner, "run");
        int passed = size(listener, "getPassedTests");
        int failed = size(listener, "getFailedTests");
        return counts(passed + failed, failed);
    }

    private static int size(Object listener, String getter) throws Throwable {
        return ((java.util.Collection<?>) call(listener.getClass(), listener, getter)).size();
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private static String counts(long tests, long failed) {
        return tests + " " + failed;
    }

    private static Class<?> classNamed(String name) throws ClassNotFoundException {
        return Class.forName(name, true, Tests.class.getClassLoader());
    }

    /** Calls a method whose parameter types are the classes of the arguments. An Integer is passed as {@code int}. */
    private static Object call(Class<?> type, Object receiver, String method, Object... arguments) throws Throwable {
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i] instanceof Integer ? int.class : arguments[i].getClass();
        }
        try {
            return type.getMethod(method, types).invoke(receiver, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

package testudo.existing;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.Collections;

/**
 * Runs a test class with the framework that it is written for, in the version that is on the class path: so all of it by
 * reflection. What comes back are two numbers: of tests that ran and of those that failed.
 */
public final class Tests {
    private static final String LAUNCHER = "org.junit.platform.launcher.";

    private Tests() {}

    /** Runs a class by the engines of the JUnit platform. */
    public static String platform(String name) throws Throwable {
        Object selector = call(type("org.junit.platform.engine.discovery.DiscoverySelectors"), null, "selectClass", name);
        Class<?> builders = type(LAUNCHER + "core.LauncherDiscoveryRequestBuilder");
        Object builder = call(builders, null, "request");
        builders.getMethod("selectors", java.util.List.class).invoke(builder, Collections.singletonList(selector));
        Object request = call(builders, builder, "build");
        Class<?> listening = type(LAUNCHER + "listeners.SummaryGeneratingListener");
        Object listener = listening.getConstructor().newInstance();
        Object listeners = Array.newInstance(type(LAUNCHER + "TestExecutionListener"), 1);
        Array.set(listeners, 0, listener);
        Object launcher = call(type(LAUNCHER + "core.LauncherFactory"), null, "create");
        try {
            type(LAUNCHER + "Launcher")
                .getMethod("execute", type(LAUNCHER + "LauncherDiscoveryRequest"), listeners.getClass())
                .invoke(launcher, request, listeners);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        Class<?> summaries = type(LAUNCHER + "listeners.TestExecutionSummary");
        Object summary = call(listening, listener, "getSummary");
        return counts(
            number(call(summaries, summary, "getTestsStartedCount")),
            number(call(summaries, summary, "getTotalFailureCount")));
    }

    /** Runs a class by JUnit 4, which runs those of JUnit 3, too. */
    public static String junit4(String name) throws Throwable {
        Object result = call(type("org.junit.runner.JUnitCore"), null, "runClasses", (Object) new Class<?>[] {type(name)});
        return counts(
            number(call(result.getClass(), result, "getRunCount")),
            number(call(result.getClass(), result, "getFailureCount")));
    }

    /** Runs a class by TestNG. */
    public static String testng(String name) throws Throwable {
        Class<?> runners = type("org.testng.TestNG");
        Object runner = runners.getConstructor(boolean.class).newInstance(false);
        call(runners, runner, "setVerbose", 0);
        call(runners, runner, "setTestClasses", (Object) new Class<?>[] {type(name)});
        Object listener = type("org.testng.TestListenerAdapter").getConstructor().newInstance();
        runners.getMethod("addListener", type("org.testng.ITestNGListener")).invoke(runner, listener);
        call(runners, runner, "run");
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

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, true, Tests.class.getClassLoader());
    }

    /** Calls a method whose parameters have the types of the arguments; numbers are {@code int}. */
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

package hostile;

import java.util.Map;

/**
 * Changes the exception handlers, names, priorities and class loaders of threads. Also calls the method
 * {@code run} of all threads.
 */
public class MeddlesWithThreads {
    static int handled;

    public String ordinaryName(int number) {
        if (number < 0) {
            return "none";
        }
        return number < 10 ? "few" : "many";
    }

    public void handlers() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            while (true) {
                handled++;
            }
        });
        Thread.currentThread().setUncaughtExceptionHandler((thread, thrown) -> System.exit(handled));
    }

    public boolean hasHandler() {
        return Thread.getDefaultUncaughtExceptionHandler() != null;
    }

    public void loader() {
        Thread.currentThread().setContextClassLoader(null);
    }

    public boolean hasLoader() {
        return Thread.currentThread().getContextClassLoader() != null;
    }

    public void rename(String name) {
        Thread.currentThread().setName(name);
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
    }

    public String name() {
        return Thread.currentThread().getName();
    }

    public void runAll() {
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            entry.getKey().run();
        }
    }
}

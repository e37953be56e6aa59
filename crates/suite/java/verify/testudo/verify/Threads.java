package testudo.verify;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds threads that a test has left and that will execute code under test by themselves. Such a thread could do
 * something after Testudo has stopped watching.
 */
final class Threads {
    /** Beginnings of the names of JDK classes. */
    private static final String[] JDK = {"java.", "javax.", "jdk.", "sun.", "com.sun."};
    /** Time in which a thread can end, in milliseconds. */
    private static final int MILLIS_TO_END = 100;

    private final Set<Thread> known = new HashSet<>(all());

    /** Returns the name of a new thread that will execute code under test by itself, or null. */
    String leftover() throws InterruptedException {
        String name = active();
        for (int millis = 0; name != null && millis < MILLIS_TO_END; millis += 10) {
            Thread.sleep(10);
            name = active();
        }
        if (name != null) {
            // Later tests have not left these threads.
            known.addAll(all());
        }
        return name;
    }

    private String active() {
        for (Thread thread : all()) {
            if (!known.contains(thread) && isActive(thread.getState()) && executesCode(thread)) {
                return thread.getName();
            }
        }
        return null;
    }

    /** Returns whether a thread in this state continues without another thread. */
    private static boolean isActive(Thread.State state) {
        return state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING;
    }

    private static boolean executesCode(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            if (Arrays.stream(JDK).noneMatch(name::startsWith)) {
                return true;
            }
        }
        return false;
    }

    private static Set<Thread> all() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }
}

package hostile;

import java.lang.reflect.InvocationTargetException;

/** Stops and suspends its own thread, and stops all other threads. */
public class StopsThreads {
    public static int ordinaryMedian(int a, int b, int c) {
        if (a > b) {
            return ordinaryMedian(b, a, c);
        }
        return c < a ? a : c > b ? b : c;
    }

    public static void stopSelf() throws Throwable {
        call(Thread.currentThread(), "stop");
    }

    public static void suspendSelf() throws Throwable {
        call(Thread.currentThread(), "suspend");
    }

    public static void stopOthers() throws Throwable {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread != Thread.currentThread()) {
                call(thread, "stop");
            }
        }
    }

    public static void stopLater() {
        Thread caller = Thread.currentThread();
        new Thread(() -> {
            try {
                Thread.sleep(1);
                call(caller, "stop");
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }).start();
    }

    private static void call(Thread thread, String method) throws Throwable {
        try {
            Thread.class.getMethod(method).invoke(thread);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

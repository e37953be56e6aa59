package hostile;

/** Starts threads that continue after the test. They compute, throw exceptions, and change static fields. */
public class LeavesThreads {
    static volatile int counter;
    static volatile boolean changed;

    public static int ordinaryDifference(int a, int b) {
        if (a > b) {
            return a - b;
        }
        return b - a;
    }

    public static void daemon() {
        Thread thread = new Thread(LeavesThreads::count);
        thread.setDaemon(true);
        thread.start();
    }

    public static void endless() {
        new Thread(LeavesThreads::count).start();
    }

    public static void throwing() {
        new Thread(() -> {
            changed = true;
            throw new IllegalStateException("in a thread");
        }).start();
    }

    public static boolean isChanged() {
        return changed;
    }

    private static void count() {
        while (true) {
            try {
                counter = counter + 1;
            } catch (Throwable e) {
                counter = 0;
            }
        }
    }
}

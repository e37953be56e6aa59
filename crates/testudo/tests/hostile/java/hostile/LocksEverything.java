package hostile;

import java.util.concurrent.CountDownLatch;

/**
 * Starts threads that never release the locks of classes, streams, the class loader and the system
 * properties.
 */
public class LocksEverything {
    public static int ordinaryCount(boolean first, boolean second) {
        if (first) {
            return second ? 2 : 1;
        }
        return second ? 1 : 0;
    }

    public static void properties() throws InterruptedException {
        hold(System.getProperties());
    }

    public static void streams() throws InterruptedException {
        hold(System.out);
        hold(System.err);
    }

    public static void classes() throws InterruptedException {
        hold(LocksEverything.class);
        hold(Thread.class);
        hold(Runtime.class);
    }

    public static void loader() throws InterruptedException {
        hold(LocksEverything.class.getClassLoader());
    }

    public static synchronized int guarded(int number) {
        return number + 1;
    }

    private static void hold(Object lock) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            synchronized (lock) {
                held.countDown();
                while (true) {
                    try {
                        Thread.sleep(1_000_000);
                    } catch (InterruptedException e) {
                        // The thread does not release the lock.
                    }
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        held.await();
    }
}

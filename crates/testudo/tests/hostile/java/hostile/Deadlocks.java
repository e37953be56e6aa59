package hostile;

/** Creates deadlocks: two threads that wait for each other, and a thread that waits for itself. */
public class Deadlocks {
    private static final Object LEFT = new Object();
    private static final Object RIGHT = new Object();

    public static String ordinarySide(int number) {
        if (number == 0) {
            return "middle";
        }
        return number < 0 ? "left" : "right";
    }

    public static void deadlock() throws InterruptedException {
        final boolean[] taken = new boolean[1];
        Thread other = new Thread(() -> {
            synchronized (RIGHT) {
                synchronized (taken) {
                    taken[0] = true;
                    taken.notifyAll();
                }
                synchronized (LEFT) {
                    taken[0] = false;
                }
            }
        });
        synchronized (LEFT) {
            other.start();
            synchronized (taken) {
                while (!taken[0]) {
                    taken.wait();
                }
            }
            synchronized (RIGHT) {
                taken[0] = false;
            }
        }
    }

    public static void joinItself() throws InterruptedException {
        Thread.currentThread().join();
    }
}

package hostile;

/** Waits for a notification that never occurs. */
public class WaitsForever {
    private final Object lock = new Object();

    public int ordinaryDays(int month) {
        switch (month) {
            case 2:
                return 28;
            case 4:
            case 6:
            case 9:
            case 11:
                return 30;
            default:
                return 31;
        }
    }

    public void await() throws InterruptedException {
        synchronized (lock) {
            lock.wait();
        }
    }

    public void stubborn() {
        synchronized (lock) {
            while (true) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    // Wait again.
                }
            }
        }
    }
}

package hostile;

/** Interrupts its own thread, its thread group and all other threads. */
public class InterruptsItself {
    public boolean ordinaryBetween(int number, int low, int high) {
        if (low > high) {
            return ordinaryBetween(number, high, low);
        }
        return low <= number && number <= high;
    }

    public void interrupt() {
        Thread.currentThread().interrupt();
    }

    public void everybody() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            thread.interrupt();
        }
    }

    public boolean isInterrupted() {
        return Thread.currentThread().isInterrupted();
    }

    public void group() {
        Thread.currentThread().getThreadGroup().interrupt();
    }
}

package hostile;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Waits forever for a latch, a queue, a semaphore, and a lock that an ended thread did not release. */
public class AwaitsLatch {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<String>();

    public String ordinaryState(int left) {
        if (left == 0) {
            return "open";
        }
        return left > 0 ? "closed" : "broken";
    }

    public void latch() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    public String queue() throws InterruptedException {
        return queue.take();
    }

    public void semaphore() {
        new Semaphore(0).acquireUninterruptibly();
    }

    public void lock() throws InterruptedException {
        final ReentrantLock lock = new ReentrantLock();
        Thread owner = new Thread(lock::lock);
        owner.start();
        owner.join();
        lock.lock();
    }
}

package hostile;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for events that never occur: at a latch, a queue, a semaphore, and a lock of an ended thread. */
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
        Thread thief = new Thread(lock::lock);
        thief.start();
        thief.join();
        lock.lock();
    }
}

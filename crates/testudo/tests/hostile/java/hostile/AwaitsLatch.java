package hostile;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

/** What it waits for does not come: a latch, a queue, a semaphore, a lock that another thread took with it. */
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

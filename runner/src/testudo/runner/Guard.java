package testudo.runner;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends a test that waits for what nobody is left to bring about: each other thread waits, too. The parent would end it
 * with the whole JVM, after a time in which thousands of tests could run.
 */
final class Guard implements Runnable {
    private static final long PERIOD_MILLIS = 10;
    /** Looks in a row that must find the same. */
    private static final int LOOKS = 5;
    /** Where the JDK has threads that wait for work for a while. */
    private static final String IDLE_GROUP = "InnocuousThreadGroup";

    /** The number of the test that runs, 0 for none. */
    private static final AtomicInteger running = new AtomicInteger();
    private static int runs;

    private final Thread tester;
    private final Channel channel;
    private final ThreadGroup all;
    /** Threads of the JVM and the runner. */
    private final Set<Thread> own = Collections.newSetFromMap(new IdentityHashMap<Thread, Boolean>());

    private Guard(Thread tester, Channel channel) {
        this.tester = tester;
        this.channel = channel;
        ThreadGroup group = tester.getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        all = group;
    }

    /** Watches over the tests that the calling thread runs. */
    static void start(Channel channel) {
        Guard guard = new Guard(Thread.currentThread(), channel);
        Thread thread = new Thread(guard.all, guard, "testudo-guard");
        thread.setDaemon(true);
        Collections.addAll(guard.own, guard.threads());
        guard.own.add(thread);
        thread.start();
    }

    /** A test begins. */
    static void begin() {
        runs = runs == Integer.MAX_VALUE ? 1 : runs + 1;
        running.lazySet(runs);
    }

    /** It is over. */
    static void end() {
        running.lazySet(0);
    }

    @Override
    public void run() {
        if (Thread.currentThread() == tester || !own.contains(Thread.currentThread())) {
            // A test got hold of this and runs it.
            return;
        }
        int looked = 0;
        int times = 0;
        while (true) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                // By a test.
            }
            int run = running.get();
            times = run != 0 && waitsInVain() ? run == looked ? times + 1 : 1 : 0;
            looked = run;
            if (times >= LOOKS && running.get() == run) {
                Budget.stop();
                tester.interrupt();
            }
        }
    }

    private boolean waitsInVain() {
        if (tester.getState() != Thread.State.WAITING || channel.isAsked()) {
            return false;
        }
        for (Thread thread : threads()) {
            if (thread != null && thread != tester && !own.contains(thread) && mayAct(thread)) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayAct(Thread thread) {
        switch (thread.getState()) {
            case NEW:
            case TERMINATED:
            case WAITING:
            case BLOCKED:
                return false;
            default:
                ThreadGroup group = thread.getThreadGroup();
                return group == null || !group.getName().equals(IDLE_GROUP);
        }
    }

    /** All threads, and nulls. */
    private Thread[] threads() {
        Thread[] threads = new Thread[2 * all.activeCount() + 8];
        all.enumerate(threads, true);
        return threads;
    }
}

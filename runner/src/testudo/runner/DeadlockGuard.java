package testudo.runner;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import testudo.runner.loader.ParentChannel;
import testudo.runner.sandbox.Budget;

/**
 * Stops a test that waits although no other thread can wake it. Without this guard, the parent would have to
 * end the JVM after a long timeout. Thousands of tests could run in this time.
 */
final class DeadlockGuard implements Runnable {
    private static final long PERIOD_MILLIS = 10;
    /** Number of consecutive checks that must find a test run deadlocked before the guard stops this run. */
    private static final int REQUIRED_CHECKS = 5;
    /**
     * Name of the thread group of idle threads of the JDK. Such a thread waits for work, but only for a
     * limited time.
     */
    private static final String IDLE_GROUP = "InnocuousThreadGroup";

    /** Number of the current test run, or 0 if no test runs. */
    private static final AtomicInteger currentRun = new AtomicInteger();
    /** Number of the last test run. After the maximum, the numbers start again at 1. */
    private static int lastRun;

    /** Thread that runs the tests. */
    private final Thread testThread;
    private final ParentChannel channel;
    private final ThreadGroup rootGroup;
    /** Threads of the JVM and of the runner. */
    private final Set<Thread> ownThreads = Collections.newSetFromMap(new IdentityHashMap<Thread, Boolean>());

    private DeadlockGuard(Thread testThread, ParentChannel channel) {
        this.testThread = testThread;
        this.channel = channel;
        ThreadGroup group = testThread.getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        rootGroup = group;
    }

    /** Starts a guard for the tests that the calling thread runs. */
    static void start(ParentChannel channel) {
        DeadlockGuard guard = new DeadlockGuard(Thread.currentThread(), channel);
        Thread thread = new Thread(guard.rootGroup, guard, "testudo-guard");
        thread.setDaemon(true);
        Collections.addAll(guard.ownThreads, guard.threads());
        guard.ownThreads.add(thread);
        thread.start();
    }

    /** Starts to watch a test run. */
    static void begin() {
        lastRun = lastRun == Integer.MAX_VALUE ? 1 : lastRun + 1;
        currentRun.lazySet(lastRun);
    }

    /** Stops watching the test run. */
    static void end() {
        currentRun.lazySet(0);
    }

    @Override
    public void run() {
        if (Thread.currentThread() == testThread || !ownThreads.contains(Thread.currentThread())) {
            // A test got a reference to this object and called its run method.
            return;
        }
        int checkedRun = 0;
        int checks = 0;
        while (true) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                // A test interrupted this thread.
            }
            int run = currentRun.get();
            checks = run != 0 && isDeadlocked() ? run == checkedRun ? checks + 1 : 1 : 0;
            checkedRun = run;
            if (checks >= REQUIRED_CHECKS && currentRun.get() == run) {
                Budget.stop();
                testThread.interrupt();
            }
        }
    }

    /** Returns whether the test waits and no thread can wake it. */
    private boolean isDeadlocked() {
        if (testThread.getState() != Thread.State.WAITING || channel.isWaiting()) {
            return false;
        }
        for (Thread thread : threads()) {
            boolean isOfTest = thread != null && thread != testThread && !ownThreads.contains(thread);
            if (isOfTest && canWakeTest(thread)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether a thread can possibly wake the test. A thread cannot wake the test if it has not
     * started, has ended, waits without a time limit, or is an idle thread of the JDK.
     */
    private static boolean canWakeTest(Thread thread) {
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

    /** Returns all threads of the JVM, followed by nulls. */
    private Thread[] threads() {
        Thread[] threads = new Thread[2 * rootGroup.activeCount() + 8];
        rootGroup.enumerate(threads, true);
        return threads;
    }
}

package testudo.runner.sandbox;

import testudo.runner.probe.Mutants;

/**
 * Limits the resources of a test:
 * <ul>
 * <li>ticks: method entries, backward jumps and entries of exception handlers;</li>
 * <li>bytes of arrays that the code under test creates;</li>
 * <li>threads;</li>
 * <li>memory: the runner checks the used memory after each {@link #TICKS_PER_CHECK} ticks.</li>
 * </ul>
 *
 * <p>After the limit of ticks is reached, each further tick throws the same error again. Each exception
 * handler begins with a tick, so no {@code catch (Throwable)} or {@code finally} stops the error. All threads
 * share the budget. A test that reaches the limit of ticks in a deep recursion gets further ticks once: see
 * {@link #RECURSION_TICKS}. If an earlier test left a thread in an endless loop, the thread uses up the
 * budget of a later test. The thread then ends, because its ticks throw the error, too.
 */
public final class Budget {
    /** Approximate size of the header of an array in bytes. */
    private static final int ARRAY_HEADER_BYTES = 16;

    /** Number of ticks that the start of a thread counts as. */
    private static final int TICKS_PER_THREAD = 250;

    /**
     * Maximum number of threads that a test can start. Further starts fail as if the JVM could create no more
     * threads.
     */
    private static final int MAX_THREADS = 50;

    /**
     * Tick limit of a static initialiser. These ticks take one to four seconds. An initialiser with more
     * ticks is regarded as endless.
     */
    public static final long INITIALISER_TICKS = 200_000_000;

    /**
     * Number of further ticks for a test that reaches its limit of ticks in a deep recursion. The depth at
     * which a stack overflows depends on the compiler of the JVM. So an endless recursion could reach the
     * limit of ticks in one run, and overflow the stack in the next run. With the further ticks, it overflows
     * the stack in every run.
     */
    private static final long RECURSION_TICKS = 1_000_000;

    /**
     * Minimum number of frames of a deep recursion. The stack trace of an exception has at most 1024 frames.
     */
    private static final int RECURSION_FRAMES = 1000;

    /** Size of a reference in bytes, in a heap below 32 GB. */
    private static final int REFERENCE_BYTES = 4;

    /** Number of ticks between two checks of the used memory. */
    private static final int TICKS_PER_CHECK = 250;

    /** Maximum number of bytes that a test can allocate after the first check of the used memory. */
    private static final long MAX_MEMORY_BYTES = 32 << 20;

    /** Number of ticks that are left until the next check. */
    private static long ticksUntilCheck = Long.MAX_VALUE;
    /** Number of ticks that the test can still use after the next check. */
    private static long ticksAfterCheck;
    /** Number of bytes that are left for new arrays. */
    private static long bytesLeft = Long.MAX_VALUE;
    /** Used bytes of the heap at the last check, or {@link Long#MAX_VALUE} before the first check. */
    private static long usedBytes;
    /** Bytes allocated since the first check. */
    private static long allocatedBytes;
    /** Number of threads that the test has started. Negative if the test has no limits. */
    private static int startedThreads = Integer.MIN_VALUE;

    /** Whether the test has reached its limit of ticks. */
    private static boolean isLimitReached;
    /** Number of further ticks that the test got for a deep recursion. */
    private static long recursionTicks;

    /** Error thrown when no tick is left. */
    private static Error error = BudgetError.INSTANCE;

    /** Whether the test was {@linkplain #stop stopped} because it waited without end. */
    private static volatile boolean isStopped;

    /**
     * Whether the runner has stopped a static initialiser since the last reset, that is, whether a tick has
     * thrown the error between {@link #pause} and {@link #resume}.
     */
    private static boolean isInitialiserStopped;

    /** Number of calls of {@link #pause} without a matching call of {@link #resume}. */
    private static int pauses;
    /** Number of ticks that were left at the first call of {@link #pause}. */
    private static long pausedTicks;
    /** Value of {@link #bytesLeft} at the first call of {@link #pause}. */
    private static long pausedBytes;

    private Budget() {}

    /**
     * Sets the limits. Must be called before each test.
     *
     * @param ticks tick limit, or {@link Long#MAX_VALUE} for a test without limits
     * @param bytes limit of the total size of the arrays that the test allocates, in bytes
     */
    public static void reset(long ticks, long bytes) {
        // A test without a tick limit can start any number of threads.
        startedThreads = ticks < Long.MAX_VALUE ? 0 : Integer.MIN_VALUE;
        allow(ticks);
        bytesLeft = bytes;
        usedBytes = Long.MAX_VALUE;
        allocatedBytes = 0;
        isLimitReached = false;
        recursionTicks = 0;
        error = BudgetError.INSTANCE;
        pauses = 0;
        isInitialiserStopped = false;
        if (isStopped) {
            isStopped = false;
        }
    }

    /** Ends the test. Called if the test waits and no other thread can wake it. */
    public static void stop() {
        isStopped = true;
        exhaust(BudgetError.INSTANCE);
    }

    /** Returns whether {@link #stop} was called since the last reset. */
    public static boolean isStopped() {
        return isStopped;
    }

    /**
     * Returns whether the runner stopped a static initialiser since the last reset. The class of the
     * initialiser is unusable.
     */
    public static boolean isInitialiserStopped() {
        return isInitialiserStopped;
    }

    /** Counts one tick. */
    public static void tick() {
        if (--ticksUntilCheck < 0) {
            check();
        }
    }

    /**
     * Sets the number of ticks that are left. If the test has other limits too, the runner checks these
     * limits after at most {@link #TICKS_PER_CHECK} ticks.
     */
    private static void allow(long ticksLeft) {
        ticksUntilCheck = startedThreads < 0 ? ticksLeft : Math.min(ticksLeft, TICKS_PER_CHECK);
        ticksAfterCheck = ticksLeft - ticksUntilCheck;
    }

    /**
     * Throws the error if no ticks or no memory are left. Otherwise continues with the ticks until the next
     * check.
     */
    private static void check() {
        long ticksLeft = ticksUntilCheck + ticksAfterCheck;
        if (ticksLeft < 0 && pauses == 0 && !isLimitReached) {
            isLimitReached = true;
            recursionTicks = isInRecursion() ? RECURSION_TICKS : 0;
            ticksLeft += recursionTicks;
        }
        if (ticksLeft < 0) {
            isInitialiserStopped |= pauses > 0;
            throw error;
        }
        // The memory limit does not apply to a run on a mutant. Such a run is out of memory only if it uses
        // all memory of the JVM.
        if (pauses == 0 && Mutants.active < 0 && countMemory()) {
            throw exhaust(outOfMemory());
        }
        allow(ticksLeft);
    }

    /**
     * Returns the error of a test that uses too much memory. Whether a recursion that catches each overflow
     * of the stack first uses up the further ticks or the memory depends on the garbage collector. So such a
     * test ends with the same error in both cases.
     */
    private static Error outOfMemory() {
        return recursionTicks > 0 ? error : new OutOfMemoryError("Java heap space");
    }

    /** Returns whether the current thread is in a deep recursion. */
    private static boolean isInRecursion() {
        return new Throwable().getStackTrace().length >= RECURSION_FRAMES;
    }

    /**
     * Adds the memory allocated since the last check, and returns whether the sum exceeds the limit. Memory
     * that a garbage collection has freed since the last check is not counted.
     */
    private static boolean countMemory() {
        long usedBefore = usedBytes;
        usedBytes = Heap.used();
        allocatedBytes += Math.max(0, usedBytes - usedBefore);
        return allocatedBytes > MAX_MEMORY_BYTES;
    }

    /**
     * Returns the number of ticks that are left for the test. Negative if the test used further ticks in a
     * deep recursion.
     */
    public static long ticksLeft() {
        return (pauses > 0 ? pausedTicks : ticksUntilCheck + ticksAfterCheck) - recursionTicks;
    }

    /** Makes every tick from now on throw an error, and returns the error. */
    public static Error exhaust(Error error) {
        ticksUntilCheck = 0;
        ticksAfterCheck = 0;
        bytesLeft = 0;
        isLimitReached = true;
        recursionTicks = 0;
        pauses = 0;
        Budget.error = error;
        return error;
    }

    /** Counts a thread that is about to be started. */
    public static void countThread() {
        // Threads that an initialiser starts do not count, because the initialiser runs only in the first
        // test that uses its class.
        if (pauses == 0 && ++startedThreads > MAX_THREADS) {
            exhaust(new OutOfMemoryError("unable to create native thread"));
        }
        ticksUntilCheck -= TICKS_PER_THREAD;
        tick();
    }

    /**
     * Counts an array that is about to be created. Ignores a negative length, because the JVM then throws an
     * exception.
     */
    public static void countArray(int length, int elementSize) {
        if (length >= 0) {
            useBytes(ARRAY_HEADER_BYTES + (long) length * elementSize);
        }
    }

    /** Counts an array of arrays that is about to be created. */
    public static void countArray(int length, int secondLength, int elementSize) {
        if (length >= 0 && secondLength >= 0) {
            useBytes((long) size(length, REFERENCE_BYTES + size(secondLength, elementSize)));
        }
    }

    /** Counts an array of three dimensions that is about to be created, and returns its length. */
    public static int countArray(int length, int secondLength, int thirdLength, int elementSize) {
        if (length >= 0 && secondLength >= 0 && thirdLength >= 0) {
            double row = size(secondLength, REFERENCE_BYTES + size(thirdLength, elementSize));
            useBytes((long) size(length, REFERENCE_BYTES + row));
        }
        return length;
    }

    /** Returns the size of an array in bytes, as a {@code double}, which does not overflow. */
    private static double size(int length, double elementSize) {
        return ARRAY_HEADER_BYTES + length * elementSize;
    }

    /**
     * Subtracts the size of an array from the number of bytes that are left. Throws the error if too few
     * bytes are left.
     */
    private static void useBytes(long arrayBytes) {
        if (arrayBytes > bytesLeft) {
            throw exhaust(error);
        }
        bytesLeft -= arrayBytes;
    }

    /**
     * Replaces the limits by {@link #INITIALISER_TICKS} until {@link #resume}. Called for static initialisers
     * and for work of the runner. The runner must not stop an initialiser early, because its class would be
     * unusable for all later tests.
     */
    public static void pause() {
        if (pauses++ == 0) {
            pausedTicks = ticksUntilCheck + ticksAfterCheck;
            pausedBytes = bytesLeft;
            // If the test has no tick limit, an initialiser has no tick limit either.
            allow(startedThreads < 0 ? pausedTicks : INITIALISER_TICKS);
            bytesLeft = Long.MAX_VALUE;
        }
    }

    /** Returns whether the limits are {@linkplain #pause paused}, for example for a static initialiser. */
    static boolean isPaused() {
        return pauses > 0;
    }

    /** Returns whether the test has limits. */
    public static boolean isLimited() {
        return startedThreads >= 0;
    }

    /** Restores the limits that {@link #pause} replaced. */
    public static void resume() {
        if (pauses > 0 && --pauses == 0) {
            allow(pausedTicks);
            bytesLeft = pausedBytes;
            // Memory allocated during the pause does not count for the test.
            usedBytes = Long.MAX_VALUE;
        }
    }
}

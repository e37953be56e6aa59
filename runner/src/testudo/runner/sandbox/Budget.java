package testudo.runner.sandbox;

import testudo.runner.probe.Mutants;

/**
 * Limits the resources of a test: ticks (method entries, backward jumps, entries of exception handlers),
 * bytes of arrays, threads and, as far as it can be measured, memory that the JDK allocates for the test.
 *
 * <p>After the limit of ticks is reached, each further tick throws the same error again. Exception handlers
 * tick first, so no {@code catch (Throwable)} or {@code finally} stops the error. All threads share the
 * budget. A thread that a former test left in an endless loop uses up the budget of a later test, and so
 * ends.
 */
public final class Budget {
    /** Approximate size of the header of an array in bytes. */
    private static final int ARRAY_HEADER_BYTES = 16;

    /** Number of ticks for the start of a thread. */
    private static final int TICKS_PER_THREAD = 250;

    /**
     * Maximum number of threads that a test may start. Further starts fail as if the JVM had reached its
     * limit.
     */
    private static final int MAX_THREADS = 50;

    /**
     * Tick limit of a static initialiser, one to four seconds. An initialiser that takes longer is regarded
     * as endless.
     */
    public static final long INITIALISER_TICKS = 200_000_000;

    /** Size of a reference in bytes, in a heap below 32 GB. */
    private static final int REFERENCE_BYTES = 4;

    /** Number of ticks between two checks of the used memory. */
    private static final int TICKS_PER_CHECK = 250;

    /** Maximum number of bytes that a test may allocate after the first of these checks. */
    private static final long MAX_MEMORY_BYTES = 32 << 20;

    /** Ticks until the next check. */
    private static long ticks = Long.MAX_VALUE;
    /** Ticks after the next check. */
    private static long ticksAfterCheck;
    /** Bytes of arrays that are left. */
    private static long bytes = Long.MAX_VALUE;
    /** Used bytes at the last check, or {@link Long#MAX_VALUE} before the first check. */
    private static long usedBytes;
    /** Bytes allocated since the first check. */
    private static long allocatedBytes;
    /** Number of started threads. Negative if there is no limit. */
    private static int threads = Integer.MIN_VALUE;

    /** Error thrown when no tick is left. */
    private static Error error = BudgetError.INSTANCE;

    /** Whether the test was {@linkplain #stop stopped} because it waited. */
    private static volatile boolean isStopped;

    /** Whether a tick threw the error between {@link #pause} and {@link #resume}. */
    private static boolean isInitialiserStopped;

    /** Number of calls of {@link #pause} without a {@link #resume}. */
    private static int pauses;
    /** Ticks that were left at the first of these calls. */
    private static long pausedTicks;
    /** Bytes that were left at the first of these calls. */
    private static long pausedBytes;

    private Budget() {}

    /** Sets the limits. Must be called before each test. */
    public static void reset(long ticks, long bytes) {
        // A test without a tick limit may start any number of threads.
        threads = ticks < Long.MAX_VALUE ? 0 : Integer.MIN_VALUE;
        allow(ticks);
        Budget.bytes = bytes;
        usedBytes = Long.MAX_VALUE;
        allocatedBytes = 0;
        error = BudgetError.INSTANCE;
        pauses = 0;
        isInitialiserStopped = false;
        if (isStopped) {
            isStopped = false;
        }
    }

    /** Ends the test because it waits and no other thread can wake it. */
    public static void stop() {
        isStopped = true;
        exhaust(BudgetError.INSTANCE);
    }

    /** Returns whether the test was stopped since the last reset. */
    public static boolean isStopped() {
        return isStopped;
    }

    /** Returns whether a static initialiser was ended since the last reset. Its class is unusable. */
    public static boolean isInitialiserStopped() {
        return isInitialiserStopped;
    }

    /** Counts one tick. */
    public static void tick() {
        if (--ticks < 0) {
            check();
        }
    }

    /** Sets the ticks that are left. Without a limit there are no checks in between. */
    private static void allow(long all) {
        ticks = threads < 0 ? all : Math.min(all, TICKS_PER_CHECK);
        ticksAfterCheck = all - ticks;
    }

    /** Continues with the next ticks if ticks and memory are left, else throws the error. */
    private static void check() {
        long all = ticks + ticksAfterCheck;
        if (all < 0) {
            isInitialiserStopped |= pauses > 0;
            throw error;
        }
        // A mutant may use all memory of the JVM, because using less does not kill it.
        if (pauses == 0 && Mutants.active < 0 && countMemory()) {
            throw exhaust(new OutOfMemoryError("Java heap space"));
        }
        allow(all);
    }

    /**
     * Adds the memory allocated since the last check and returns whether it exceeds the limit. A garbage
     * collection in between hides a part of it.
     */
    private static boolean countMemory() {
        long before = usedBytes;
        usedBytes = Heap.used();
        allocatedBytes += Math.max(0, usedBytes - before);
        return allocatedBytes > MAX_MEMORY_BYTES;
    }

    /** Returns the number of ticks that are left. */
    public static long ticksLeft() {
        return pauses > 0 ? pausedTicks : ticks + ticksAfterCheck;
    }

    /** Makes every tick from now on throw an error, and returns the error. */
    public static Error exhaust(Error error) {
        ticks = 0;
        ticksAfterCheck = 0;
        bytes = 0;
        pauses = 0;
        Budget.error = error;
        return error;
    }

    /** Counts a thread that is about to be started. */
    public static void countThread() {
        // Threads started by an initialiser do not count, because the test need not be the first to use its
        // class.
        if (pauses == 0 && ++threads > MAX_THREADS) {
            exhaust(new OutOfMemoryError("unable to create native thread"));
        }
        ticks -= TICKS_PER_THREAD;
        tick();
    }

    /** Counts an array that is about to be created. For a negative length, the JVM throws an exception. */
    public static void countArray(int length, int elementSize) {
        if (length >= 0) {
            takeBytes(ARRAY_HEADER_BYTES + (long) length * elementSize);
        }
    }

    /** Counts an array of arrays that is about to be created. */
    public static void countArray(int length, int second, int elementSize) {
        if (length >= 0 && second >= 0) {
            takeBytes((long) size(length, REFERENCE_BYTES + size(second, elementSize)));
        }
    }

    /** Counts an array of three dimensions that is about to be created, and returns its length. */
    public static int countArray(int length, int second, int third, int elementSize) {
        if (length >= 0 && second >= 0 && third >= 0) {
            double row = size(second, REFERENCE_BYTES + size(third, elementSize));
            takeBytes((long) size(length, REFERENCE_BYTES + row));
        }
        return length;
    }

    /** Returns the size of an array in bytes, as a number that does not overflow. */
    private static double size(int length, double element) {
        return ARRAY_HEADER_BYTES + length * element;
    }

    /** Counts bytes of an array. */
    private static void takeBytes(long cost) {
        if (cost > bytes) {
            throw exhaust(error);
        }
        bytes -= cost;
    }

    /**
     * Replaces the limits by {@link #INITIALISER_TICKS} until {@link #resume}. Used for static initialisers and
     * for work of the runner. An initialiser must not be ended early, because its class would be unusable for all
     * later tests.
     */
    public static void pause() {
        if (pauses++ == 0) {
            pausedTicks = ticks + ticksAfterCheck;
            pausedBytes = bytes;
            // Without a tick limit, an initialiser has no limit either.
            allow(threads < 0 ? pausedTicks : INITIALISER_TICKS);
            bytes = Long.MAX_VALUE;
        }
    }

    /**
     * Returns whether a static initialiser runs, as far as is known: between {@link #pause} and
     * {@link #resume}.
     */
    static boolean isInitialising() {
        return pauses > 0;
    }

    /** Returns whether the test has limits. */
    public static boolean isLimited() {
        return threads >= 0;
    }

    /** Restores the limits that {@link #pause} replaced. */
    public static void resume() {
        if (pauses > 0 && --pauses == 0) {
            allow(pausedTicks);
            bytes = pausedBytes;
            // Memory allocated during the pause does not count for the test.
            usedBytes = Long.MAX_VALUE;
        }
    }
}

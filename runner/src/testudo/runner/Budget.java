package testudo.runner;

/**
 * What a test may use: ticks (calls of methods, jumps backwards, entries of exception handlers), bytes of arrays, and, as far as
 * that can be seen, memory that the JDK takes for it.
 *
 * <p>Once it is used up, each further tick throws the same error again. Handlers tick first thing, so no
 * {@code catch (Throwable)} or {@code finally} stops it. The budget is shared by all threads: a thread that a former
 * test left behind in an endless loop uses up the budget of a later one, and so ends.
 */
public final class Budget {
    /** About what the header of an array takes. */
    private static final int HEADER = 16;

    /** What it takes to start a thread, in ticks. */
    private static final int THREAD = 250;

    /** Threads that a test may start: after that the JVM has no more, as it were. */
    private static final int MOST_THREADS = 50;

    /** What a static initialiser may use up, one second to four: what takes longer does not end. */
    static final long INITIALISER = 200_000_000;

    /** What a reference takes in a heap below 32 GB. */
    private static final int REFERENCE = 4;

    /** Ticks between two looks at the memory. */
    private static final int INSTALMENT = 250;

    /** Bytes that may be taken from the first of these looks on. */
    private static final long MEMORY = 32 << 20;

    /** Ticks until the next look, and those behind it. */
    private static long ticks = Long.MAX_VALUE;
    private static long rest;
    private static long bytes = Long.MAX_VALUE;
    /** The bytes in use at the last look, all there are before the first; and those taken since that one. */
    private static long used;
    private static long taken;
    /** Threads that were started; negative for who may start any number. */
    private static int threads = Integer.MIN_VALUE;

    /** What to throw when no tick is left. */
    private static Error end = BudgetError.INSTANCE;

    /** Whether it was {@link #stop stopped}. */
    private static volatile boolean stopped;

    /** Whether a tick threw in a {@link #pause}. */
    private static boolean initialiserCut;

    /** Calls of {@link #pause} without their {@link #resume}, and what was left at the first. */
    private static int pauses;
    private static long pausedTicks;
    private static long pausedBytes;

    private Budget() {}

    /** To be called before each test. */
    public static void reset(long ticks, long bytes) {
        // Who may do anything may start any number.
        threads = ticks < Long.MAX_VALUE ? 0 : Integer.MIN_VALUE;
        allow(ticks);
        Budget.bytes = bytes;
        used = Long.MAX_VALUE;
        taken = 0;
        end = BudgetError.INSTANCE;
        pauses = 0;
        initialiserCut = false;
        if (stopped) {
            stopped = false;
        }
    }

    /** Ends the test because it waits in vain. */
    static void stop() {
        stopped = true;
        end(BudgetError.INSTANCE);
    }

    /** Whether that happened since the last reset. */
    static boolean stopped() {
        return stopped;
    }

    /** Whether a static initialiser was ended since the last reset: its class is unusable. */
    public static boolean initialiserCut() {
        return initialiserCut;
    }

    /** Counts one step. */
    public static void tick() {
        if (--ticks < 0) {
            look();
        }
    }

    /** Grants ticks: who may do anything gets all of them at once, and is not looked at. */
    private static void allow(long all) {
        ticks = threads < 0 ? all : Math.min(all, INSTALMENT);
        rest = all - ticks;
    }

    /** Goes on with the next ticks if there are any and memory is left. */
    private static void look() {
        long all = ticks + rest;
        if (all < 0) {
            initialiserCut |= pauses > 0;
            throw end;
        }
        // A mutant may take as much as there is: less than that kills none.
        if (pauses == 0 && Mutants.live < 0 && isMemoryTaken()) {
            throw end(new OutOfMemoryError("Java heap space"));
        }
        allow(all);
    }

    /** Whether too much was taken, collected since or not: what becomes free in between hides some of it. */
    private static boolean isMemoryTaken() {
        long before = used;
        used = Heap.used();
        taken += Math.max(0, used - before);
        return taken > MEMORY;
    }

    /** The ticks that are left. */
    static long left() {
        return pauses > 0 ? pausedTicks : ticks + rest;
    }

    /** Lets every tick from now on throw an error, and returns it. */
    static Error end(Error error) {
        ticks = 0;
        rest = 0;
        bytes = 0;
        pauses = 0;
        end = error;
        return error;
    }

    /** Counts a thread about to be started. */
    public static void thread() {
        // Those of an initialiser are not the test's, which may be the first to need its class or not.
        if (pauses == 0 && ++threads > MOST_THREADS) {
            end(new OutOfMemoryError("unable to create native thread"));
        }
        ticks -= THREAD;
        tick();
    }

    /** Counts an array about to be made. A negative length is left to the JVM, which throws what it should. */
    public static void array(int length, int elementSize) {
        if (length >= 0) {
            take(HEADER + (long) length * elementSize);
        }
    }

    /** Counts an array of arrays about to be made. */
    public static void array(int length, int second, int elementSize) {
        if (length >= 0 && second >= 0) {
            take((long) size(length, REFERENCE + size(second, elementSize)));
        }
    }

    /** Counts an array of three dimensions about to be made; returns its length. */
    public static int array(int length, int second, int third, int elementSize) {
        if (length >= 0 && second >= 0 && third >= 0) {
            take((long) size(length, REFERENCE + size(second, REFERENCE + size(third, elementSize))));
        }
        return length;
    }

    /** The bytes of an array, in numbers that do not overflow. */
    private static double size(int length, double element) {
        return HEADER + length * element;
    }

    private static void take(long cost) {
        if (cost > bytes) {
            throw end(end);
        }
        bytes -= cost;
    }

    /**
     * Counts {@linkplain #INITIALISER another budget} until {@link #resume}: for a static initialiser, which is cut
     * short only if it does not end, since its class is unusable for all later tests; and for what the runner has to do.
     */
    static void pause() {
        if (pauses++ == 0) {
            pausedTicks = ticks + rest;
            pausedBytes = bytes;
            // Who may do anything may take any time.
            allow(threads < 0 ? pausedTicks : INITIALISER);
            bytes = Long.MAX_VALUE;
        }
    }

    /** Whether a static initialiser runs, as far as is known: between {@link #pause} and {@link #resume}. */
    static boolean initialises() {
        return pauses > 0;
    }

    /** Whether there is anything that the test may not do. */
    static boolean isLimited() {
        return threads >= 0;
    }

    /** Ends what {@link #pause} began. */
    static void resume() {
        if (pauses > 0 && --pauses == 0) {
            allow(pausedTicks);
            bytes = pausedBytes;
            // What was taken meanwhile is not the test's.
            used = Long.MAX_VALUE;
        }
    }
}

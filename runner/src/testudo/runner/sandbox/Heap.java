package testudo.runner.sandbox;

/** Measures the heap. */
public final class Heap {
    private Heap() {}

    /**
     * Returns the number of used bytes of the heap. Garbage that the JVM has not collected yet counts as
     * used.
     */
    public static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

package testudo.runner.sandbox;

/** Measures the heap. */
public final class Heap {
    private Heap() {}

    /**
     * Returns the number of used bytes as far as the JVM knows it. Objects that could be collected are
     * included.
     */
    public static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

package testudo.runner;

/** What the heap holds. */
final class Heap {
    private Heap() {}

    /** The bytes in use, as far as the JVM knows: what could be collected is among them. */
    static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

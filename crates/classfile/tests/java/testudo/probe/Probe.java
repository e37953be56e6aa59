package testudo.probe;

/** The probes of the tests call this class. */
public final class Probe {
    /** Number of probe calls. */
    public static int hits;

    /** Counts the call of a probe. */
    public static void hit(int probe) {
        hits++;
    }
}

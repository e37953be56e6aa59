package testudo.probe;

/** What the probes of the tests call. */
public final class Probe {
    /** How often a probe was hit. */
    public static int hits;

    public static void hit(int probe) {
        hits++;
    }
}

package testudo.runner;

/** The mutant that lives. */
public final class Mutants {
    /** Its number, or -1 for none. */
    static int live = -1;

    private Mutants() {}
}

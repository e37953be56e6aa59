package testudo.runner;

/** The statements that a run executed, and the branches it took. */
final class Footprint {
    /** Only branches with ids below this count. */
    private final int end;
    private int[] statements;
    private int[] branches;

    Footprint(int end) {
        this.end = end;
    }

    /** Keeps that of the test that runs. */
    void record() {
        statements = Probe.executed();
        branches = Probe.covered(end);
    }

    /** How many statements and branches are only in what was kept, or only in the test that runs. */
    int difference() {
        int both = 0;
        for (int statement : statements) {
            both += Probe.isExecuted(statement) ? 1 : 0;
        }
        for (int branch : branches) {
            both += Probe.isCovered(branch) ? 1 : 0;
        }
        int before = statements.length + branches.length;
        int now = Probe.countExecuted() + Probe.countCovered(end);
        // Less than none where threads raced.
        return Math.max(0, before + now - 2 * both);
    }
}

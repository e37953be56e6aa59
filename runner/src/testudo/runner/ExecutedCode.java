package testudo.runner;

import testudo.runner.probe.Trace;

/**
 * The statements and branches that a recorded run executed. The impact of a mutant includes the number of
 * statements and branches that differ between this run and the run on the mutant.
 */
final class ExecutedCode {
    /** Limit of the ids of branches, exclusive. Branches with greater ids are ignored. */
    private final int end;
    private int[] statements;
    private int[] branches;

    ExecutedCode(int end) {
        this.end = end;
    }

    /** Records the run that just ended. */
    void record() {
        statements = Trace.executedStatements();
        branches = Trace.coveredBranches(end);
    }

    /**
     * Returns the number of statements and branches that only one of two runs executed: the recorded run or
     * the last run.
     */
    int difference() {
        int common = 0;
        for (int statement : statements) {
            common += Trace.isExecuted(statement) ? 1 : 0;
        }
        for (int branch : branches) {
            common += Trace.isCovered(branch) ? 1 : 0;
        }
        int recorded = statements.length + branches.length;
        int current = Trace.countExecutedStatements() + Trace.countCoveredBranches(end);
        // The difference can be negative if other threads changed the trace at the same time.
        return Math.max(0, recorded + current - 2 * common);
    }
}

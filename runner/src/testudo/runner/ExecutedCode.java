package testudo.runner;

import testudo.runner.probe.Trace;

/**
 * The statements and branches that a test executed in a run without mutants, the recorded run. The impact of
 * a mutant includes the number of statements and branches that only one of two runs executed: the recorded
 * run or the run on the mutant.
 */
final class ExecutedCode {
    /** Limit of the ids of branches. Branches with this id or a greater id are ignored. */
    private final int branchLimit;
    private int[] statements;
    private int[] branches;

    ExecutedCode(int branchLimit) {
        this.branchLimit = branchLimit;
    }

    /** Records the run that just ended. */
    void record() {
        statements = Trace.executedStatements();
        branches = Trace.coveredBranches(branchLimit);
    }

    /**
     * Returns the number of statements and branches that only one of two runs executed: the recorded run or
     * the last run.
     */
    int difference() {
        int commonCount = 0;
        for (int statement : statements) {
            commonCount += Trace.isExecuted(statement) ? 1 : 0;
        }
        for (int branch : branches) {
            commonCount += Trace.isCovered(branch) ? 1 : 0;
        }
        int recordedCount = statements.length + branches.length;
        int currentCount = Trace.countExecutedStatements() + Trace.countCoveredBranches(branchLimit);
        // The difference can be negative if other threads changed the trace at the same time.
        return Math.max(0, recordedCount + currentCount - 2 * commonCount);
    }
}

package testudo.runner.state;

import testudo.runner.probe.Mutants;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Clock;
import testudo.runner.sandbox.Settings;

/**
 * Handles static initialisers. An initialiser runs in the first test of a worker that needs the class. The
 * worker runs this test again, because it would behave differently in another worker. The state created by an
 * initialiser stays for all tests, so it must be the same in whichever test the initialiser runs. Therefore
 * an initialiser has its own budget, a restarted clock, the usual settings, and no active mutant.
 */
public final class Initialisers {
    /** Number of nested initialisers on the thread of the test. */
    private static int depth;
    /** Whether an initialiser started in the run of a test. */
    private static boolean ran;
    /** Mutant that is active in the test. */
    private static int mutant;

    private Initialisers() {}

    /** Must be called before each run of a test. */
    public static void reset() {
        ran = false;
        depth = 0;
    }

    /** Returns whether an initialiser started in the run. */
    public static boolean haveRun() {
        return ran;
    }

    /** Called at the start of each initialiser. */
    public static void begin() {
        Budget.pause();
        Statics.assumeChanged();
        Settings.changed = true;
        if (Budget.isLimited() && Clock.isTestThread() && depth++ == 0) {
            ran = true;
            suspendTest();
        }
    }

    /** Replaces the environment of the test by the usual one. */
    private static void suspendTest() {
        mutant = Mutants.active;
        Mutants.active = Mutants.NONE;
        Clock.suspend();
        Settings.suspend();
    }

    /** Called at the end of each initialiser that does not throw an exception. */
    public static void end() {
        if (depth > 0 && Clock.isTestThread()) {
            if (depth == 1) {
                resumeTest();
            }
            depth--;
        }
        Budget.resume();
    }

    /**
     * Saves the new state and continues the test. The budget is still that of an initialiser, because saving
     * may run code under test and further initialisers.
     */
    private static void resumeTest() {
        try {
            Statics.saveReachable();
        } finally {
            Mutants.active = mutant;
            Clock.resume();
            Settings.resume();
        }
    }

    /**
     * Called after each statement of a test. An initialiser that has not ended by then has thrown an
     * exception.
     */
    public static void leave() {
        if (depth > 0) {
            resumeTest();
            for (; depth > 0; depth--) {
                Budget.resume();
            }
        }
    }

    /** Prepares the initialisation of classes outside of a test, until {@link #leave}. */
    public static void prepare() {
        depth = 1;
        suspendTest();
    }

    /** Returns whether initialisers run, as far as is known. */
    static boolean areRunning() {
        return depth > 0;
    }
}

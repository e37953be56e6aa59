package testudo.runner.state;

import testudo.runner.probe.Mutants;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Clock;
import testudo.runner.sandbox.Settings;

/**
 * Isolates static initialisers from tests. An initialiser runs in the first test of a worker that uses its
 * class. The worker runs this test again, because the test would behave differently in a worker where the
 * class is already initialised.
 *
 * <p>The state that an initialiser creates stays for all tests, so it must not depend on the test that
 * triggers the initialiser. An initialiser therefore has its own budget, a restarted clock, the usual
 * settings, and no active mutant.
 */
public final class Initialisers {
    /** Number of nested initialisers that run on the thread of the test. */
    private static int depth;
    /** Whether an initialiser has started in the current run of a test. */
    private static boolean hasRun;
    /** Mutant that was active before the current initialiser started. */
    private static int mutant;

    private Initialisers() {}

    /** Drops the record of initialisers that have run. Must be called before each run of a test. */
    public static void reset() {
        hasRun = false;
        depth = 0;
    }

    /** Returns whether an initialiser has started since the last {@link #reset}. */
    public static boolean haveRun() {
        return hasRun;
    }

    /** Called at the start of each initialiser. */
    public static void begin() {
        Budget.pause();
        Statics.assumeChanged();
        Settings.changed = true;
        if (Budget.isLimited() && Clock.isTestThread() && depth++ == 0) {
            hasRun = true;
            suspendTest();
        }
    }

    /** Replaces the environment of the test with the usual environment, and deactivates the mutant. */
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
     * Saves the state that the initialisers created. Restores the environment of the test, and activates its
     * mutant again. The limits of the initialiser still apply, because saving can run code under test and
     * further initialisers.
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
     * Restores the environment of the test if an initialiser has thrown an exception instead of calling
     * {@link #end}. Called after each statement of a test.
     */
    public static void leave() {
        if (depth > 0) {
            resumeTest();
            for (; depth > 0; depth--) {
                Budget.resume();
            }
        }
    }

    /** Prepares the initialisation of classes outside of a test. {@link #leave} ends this initialisation. */
    public static void prepare() {
        depth = 1;
        suspendTest();
    }

    /** Returns whether an initialiser has called {@link #begin} but not yet {@link #end}. */
    static boolean areRunning() {
        return depth > 0;
    }
}

package testudo.runner;

/**
 * Static initialisers. One runs in the test that is the first of its worker to need the class: that test runs once more, or it would do
 * another thing in another worker. What an initialiser makes stays for all tests, so it is to be the same in whichever it
 * runs: it has a budget of its own, a clock that begins anew and the usual surroundings, and no mutant lives.
 */
public final class Initialisers {
    /** How many the thread of the test is in, one for the sake of another. */
    private static int depth;
    /** Whether one began in the run of a test. */
    private static boolean ran;
    /** The mutant that lives for the test. */
    private static int mutant;

    private Initialisers() {}

    /** Before each run of a test. */
    public static void reset() {
        ran = false;
        depth = 0;
    }

    /** Whether one began in that run. */
    public static boolean ran() {
        return ran;
    }

    /** At the start of each. */
    public static void begin() {
        Budget.pause();
        Statics.doubt();
        Settings.changed = true;
        if (Budget.isLimited() && Clock.isOfTest() && depth++ == 0) {
            ran = true;
            interrupt();
        }
    }

    private static void interrupt() {
        mutant = Mutants.live;
        Mutants.live = Mutants.NONE;
        Clock.interrupt();
        Settings.interrupt();
    }

    /** At the end of each that does not throw. */
    public static void end() {
        if (depth > 0 && Clock.isOfTest()) {
            if (depth == 1) {
                goOn();
            }
            depth--;
        }
        Budget.resume();
    }

    /** As long as the budget is still that of an initialiser: what is looked at may run code under test, and others. */
    private static void goOn() {
        try {
            Statics.settle();
        } finally {
            Mutants.live = mutant;
            Clock.goOn();
            Settings.goOn();
        }
    }

    /** Behind each statement of a test: whichever did not end has thrown. */
    public static void leave() {
        if (depth > 0) {
            goOn();
            for (; depth > 0; depth--) {
                Budget.resume();
            }
        }
    }

    /** What follows, until {@link #leave}, is no test, but there to have classes initialised. */
    static void prepare() {
        depth = 1;
        interrupt();
    }

    /** Whether some run, as far as is known. */
    static boolean areUnderWay() {
        return depth > 0;
    }
}

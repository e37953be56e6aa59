package testudo.runner;

/**
 * Static initialisers. One runs in the test that is the first of its worker to need the class: what it does must not be that
 * test's, or the same test would do another thing in another worker. So it has a budget of its own, a clock that begins anew, and
 * tells nothing.
 */
public final class Initialisers {
    /** How many the thread of the test is in, one for the sake of another. */
    private static int depth;

    private Initialisers() {}

    /** At the start of each. */
    public static void begin() {
        Budget.pause();
        if (Budget.isLimited() && Clock.isOfTest() && depth++ == 0) {
            Probe.interrupt();
            Hints.interrupt();
            Clock.interrupt();
        }
    }

    /** At the end of each that does not throw. */
    public static void end() {
        Budget.resume();
        if (depth > 0 && Clock.isOfTest() && --depth == 0) {
            Probe.goOn();
            Hints.goOn();
            Clock.goOn();
        }
    }

    /**
     * Behind each statement of a test: whichever did not end has thrown. What it told is not to be had apart from what came behind it,
     * so it stays.
     */
    public static void leave() {
        if (depth > 0) {
            for (; depth > 0; depth--) {
                Budget.resume();
            }
            Hints.goOn();
            Clock.goOn();
        }
    }
}

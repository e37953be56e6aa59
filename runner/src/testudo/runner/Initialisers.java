package testudo.runner;

/**
 * Static initialisers. One runs in the test that is the first of its worker to need the class: what it does must not be that
 * test's, or the same test would do another thing in another worker. So it has a budget of its own, a clock that begins anew, and
 * tells nothing.
 */
public final class Initialisers {
    /** Whether one interrupts the test. */
    private static boolean interrupts;

    private Initialisers() {}

    /** At the start of each. */
    public static void begin() {
        boolean isFirst = !Budget.initialises();
        Budget.pause();
        if (isFirst) {
            interrupts = Budget.isLimited() && Clock.isOfTest();
            if (interrupts) {
                Probe.interrupt();
                Hints.interrupt();
                Clock.interrupt();
            }
        }
    }

    /** At the end of each that does not throw. The class of one that does is unusable, and the test goes on as it is. */
    public static void end() {
        Budget.resume();
        if (interrupts && !Budget.initialises()) {
            interrupts = false;
            Probe.goOn();
            Hints.goOn();
            Clock.goOn();
        }
    }
}

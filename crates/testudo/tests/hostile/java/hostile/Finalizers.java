package hostile;

import java.util.ArrayList;
import java.util.List;

/** Creates objects whose finalizers never end, or make their object reachable again. */
public class Finalizers {
    private static final List<Object> RESURRECTED = new ArrayList<Object>();

    static class Resurrecting {
        @Override
        @SuppressWarnings({"removal", "deprecation"})
        protected void finalize() {
            RESURRECTED.add(this);
        }
    }

    static class Hanging {
        @Override
        @SuppressWarnings({"removal", "deprecation"})
        protected void finalize() throws InterruptedException {
            synchronized (RESURRECTED) {
                while (true) {
                    RESURRECTED.wait();
                }
            }
        }
    }

    public static int ordinaryAbsolute(int number) {
        if (number < 0) {
            return -number;
        }
        return number == 0 ? 1 : number;
    }

    public static void resurrect() {
        new Resurrecting();
        System.gc();
    }

    public static int back() {
        return RESURRECTED.size();
    }

    public static void hang() {
        new Hanging();
        System.gc();
        System.runFinalization();
    }

    public static void many() {
        for (int i = 0; i < 10_000; i++) {
            new Resurrecting();
        }
    }
}

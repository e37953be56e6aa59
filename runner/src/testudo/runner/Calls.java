package testudo.runner;

import java.lang.reflect.Field;

/** What went into the watched calls of a test, and what came out. */
final class Calls {
    /** What comes out of a call that ends by an exception. */
    static final Object NOTHING = new Object();

    /** How many calls are told of. */
    private static final int MOST = 64;

    private final Out facets = new Out();
    private int count;

    /** To be called before each test. */
    void reset() {
        facets.truncate(0);
        count = 0;
    }

    /** Before a call that a statement makes; the arguments that count begin at {@code first}. */
    void begin(Watch watch, int statement, Object[] arguments, int first) {
        if (watch.values && count < MOST) {
            facets.varint(statement);
            for (int i = first; i < arguments.length; i++) {
                Facets.write(arguments[i], watch.parameters[i], facets);
            }
        }
    }

    /** After it. */
    void end(Watch watch, Object result) {
        if (watch.values && count < MOST) {
            if (result != NOTHING && watch.result != Facets.NOTHING) {
                result(watch, result);
            }
            facets.u8(Protocol.Facet.END);
            count++;
        }
    }

    private void result(Watch watch, Object result) {
        Facets.write(result, watch.result, facets);
        if (result != null) {
            for (Field observer : watch.observers) {
                Facets.write(result, observer, facets);
            }
        }
    }

    /** Writes the number of calls, then of each its statement and its facets up to an end. */
    void write(Out out) {
        out.varint(count);
        out.append(facets);
    }
}

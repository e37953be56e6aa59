package testudo;

import testudo.runner.probe.Trace;

/** Runs a main class, with or without instrumentation. */
public final class Launch {
    /** Arguments: the numbers of ids of methods, distances and statements, and the main class. */
    public static void main(String[] args) throws Exception {
        Trace.start(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        Class.forName(args[3]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}

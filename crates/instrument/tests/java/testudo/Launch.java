package testudo;

import testudo.runner.Probe;

/** Runs a program that may be instrumented. */
public final class Launch {
    /** Arguments: the number of methods and branches, and the main class. */
    public static void main(String[] args) throws Exception {
        Probe.start(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
        Class.forName(args[2]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}

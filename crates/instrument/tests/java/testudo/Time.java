package testudo;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import testudo.runner.Budget;
import testudo.runner.Out;
import testudo.runner.Probe;
import testudo.runner.Statics;

/** Times the static methods of a class, each with one argument, as tests. */
public final class Time {
    private static final int ROUNDS = 30;
    private static final long NANOS = 50_000_000;
    private static final int BATCH = 100;

    /** Arguments: the number of methods, branches and lines, the class, then pairs of a method and an int or text. */
    public static void main(String[] args) throws Exception {
        Probe.start(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        Class<?> type = Class.forName(args[3]);
        for (int i = 4; i < args.length; i += 2) {
            boolean isNumber = args[i + 1].matches("\\d+");
            Method method = type.getDeclaredMethod(args[i], isNumber ? int.class : String.class);
            method.setAccessible(true);
            Object argument = isNumber ? (Object) Integer.valueOf(args[i + 1]) : args[i + 1];
            double best = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                best = Math.min(best, nanos(method, argument));
            }
            System.out.println(args[i] + " " + best);
        }
    }

    /** Nanoseconds of the processor for one test. */
    private static double nanos(Method method, Object argument) throws Exception {
        Out out = new Out();
        long start = used();
        long tests = 0;
        while (used() - start < NANOS) {
            for (int i = 0; i < BATCH; i++) {
                Probe.reset();
                Budget.reset(1L << 40, 1L << 40);
                method.invoke(null, argument);
                out.truncate(0);
                Probe.write(out);
                Statics.restore();
            }
            tests += BATCH;
        }
        return (double) (used() - start) / tests;
    }

    /** The time that this thread ran, in nanoseconds. */
    private static long used() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}

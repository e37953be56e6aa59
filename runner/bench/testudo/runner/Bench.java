package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * Runs the same tests again and again in one JVM and sends nothing anywhere: what a worker is measured against.
 *
 * <p>Arguments: the folder of the classes, with probes or without; how many methods, distances and statements the probes tell of; a
 * file with a first batch, and one with the same batch for a worker that knows its members; the number of tests in
 * it; seconds. Beside each file goes one named {@code .answer}, with what is told of the tests.
 */
public final class Bench {
    private Bench() {
    }

    /** Prints the tests per second of the last half of the time, and microseconds of the processor per test. */
    public static void main(final String[] args) throws Exception {
        Thread thread = new Thread(null, new Runnable() {
            @Override
            public void run() {
                try {
                    measure(args);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }, "bench", 512 << 10);
        thread.start();
        thread.join();
    }

    private static void measure(String[] args) throws Exception {
        ClassLoader loader = new URLClassLoader(new URL[] {new File(args[0]).toURI().toURL()}, Bench.class.getClassLoader());
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        // The interpreter replaces it.
        PrintStream answer = System.out;
        Probe.start(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        Batches batches = new Batches(loader, new Outcomes(loader), results, new Progress(ByteBuffer.allocateDirect(Protocol.Progress.BYTES)), 64 << 20, 100);
        for (String file : new String[] {args[4], args[5]}) {
            run(batches, results, Files.readAllBytes(Paths.get(file)));
            Files.write(Paths.get(file + ".answer"), results.toByteArray());
        }
        byte[] again = Files.readAllBytes(Paths.get(args[5]));
        long half = (long) (Double.parseDouble(args[7]) * 5e8);
        repeat(batches, results, again, half);
        long start = System.nanoTime();
        long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double tests = (double) repeat(batches, results, again, half) * Long.parseLong(args[6]);
        used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - used;
        answer.println(tests * 1e9 / (System.nanoTime() - start) + " " + used / tests / 1e3);
    }

    private static long repeat(Batches runner, ByteArrayOutputStream results, byte[] message, long nanos) throws Exception {
        long start = System.nanoTime();
        long batches = 0;
        while (System.nanoTime() - start < nanos) {
            run(runner, results, message);
            batches++;
        }
        return batches;
    }

    private static void run(Batches batches, ByteArrayOutputStream results, byte[] message) throws Exception {
        results.reset();
        In in = new In();
        in.fetch(new ByteArrayInputStream(message));
        batches.run(in);
    }
}

package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Paths;

/**
 * How many tests per second are run when nothing is sent anywhere: what a worker is measured against.
 *
 * <p>Arguments: the folder of the classes, a file with a first batch, one with the same batch for a worker that knows
 * its members, the number of tests in it, seconds.
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
        OutputStream nowhere = new OutputStream() {
            @Override
            public void write(int b) {
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
            }
        };
        // The interpreter replaces it.
        PrintStream answer = System.out;
        Probe.start(100, 100, 100);
        Batches batches = new Batches(loader, new Outcomes(loader), nowhere, new Progress(ByteBuffer.allocateDirect(Progress.BYTES)), 64 << 20, 100);
        run(batches, Files.readAllBytes(Paths.get(args[1])));
        byte[] again = Files.readAllBytes(Paths.get(args[2]));
        long half = (long) (Double.parseDouble(args[4]) * 5e8);
        repeat(batches, again, half);
        long start = System.nanoTime();
        long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double tests = (double) repeat(batches, again, half) * Long.parseLong(args[3]);
        used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - used;
        answer.println(tests * 1e9 / (System.nanoTime() - start) + " " + used / tests / 1e3);
    }

    private static long repeat(Batches runner, byte[] message, long nanos) throws Exception {
        long start = System.nanoTime();
        long batches = 0;
        while (System.nanoTime() - start < nanos) {
            run(runner, message);
            batches++;
        }
        return batches;
    }

    private static void run(Batches batches, byte[] message) throws Exception {
        In in = new In();
        in.fetch(new ByteArrayInputStream(message));
        batches.run(in);
    }
}

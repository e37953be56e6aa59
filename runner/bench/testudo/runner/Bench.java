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
import testudo.runner.message.Protocol;
import testudo.runner.message.MessageReader;
import testudo.runner.message.Progress;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.probe.Trace;

/**
 * Measures how fast a worker runs tests. Runs the same tests again and again in one JVM, without a parent
 * process.
 *
 * <p>Arguments:
 * <ul>
 * <li>the folder of the classes under test, with or without probes;</li>
 * <li>three arguments: the number of ids of methods, of ids with a distance, and of ids of statements;</li>
 * <li>two files: the first batch, and the same batch for a worker that has already received its members;</li>
 * <li>the number of tests in the batch;</li>
 * <li>the duration in seconds.</li>
 * </ul>
 *
 * <p>The program also writes the results of both batches to files. The name of such a file is the name of the
 * batch file plus {@code .answer}.
 */
public final class Bench {
    private Bench() {
    }

    /**
     * Prints the tests per second and the processor time per test in microseconds. Only the second half of
     * the duration is measured.
     */
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
        URL[] classes = {new File(args[0]).toURI().toURL()};
        ClassLoader loader = new URLClassLoader(classes, Bench.class.getClassLoader());
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        // The runner replaces System.out, so the original stream is stored first.
        PrintStream standardOutput = System.out;
        Trace.start(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        Progress progress = new Progress(ByteBuffer.allocateDirect(Protocol.Progress.BYTES));
        BatchRunner batches =
            new BatchRunner(loader, new OutcomeWriter(loader), results, progress, 64 << 20, 100);
        for (String file : new String[] {args[4], args[5]}) {
            run(batches, results, Files.readAllBytes(Paths.get(file)));
            Files.write(Paths.get(file + ".answer"), results.toByteArray());
        }
        byte[] laterBatch = Files.readAllBytes(Paths.get(args[5]));
        long halfNanos = (long) (Double.parseDouble(args[7]) * 5e8);
        repeat(batches, results, laterBatch, halfNanos);
        long start = System.nanoTime();
        long processorTime = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        double tests = (double) repeat(batches, results, laterBatch, halfNanos) * Long.parseLong(args[6]);
        processorTime = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - processorTime;
        standardOutput.println(tests * 1e9 / (System.nanoTime() - start) + " " + processorTime / tests / 1e3);
    }

    private static long repeat(
        BatchRunner runner, ByteArrayOutputStream results, byte[] message, long nanos) throws Exception {
        long start = System.nanoTime();
        long batches = 0;
        while (System.nanoTime() - start < nanos) {
            run(runner, results, message);
            batches++;
        }
        return batches;
    }

    private static void run(BatchRunner batches, ByteArrayOutputStream results, byte[] message)
        throws Exception {
        results.reset();
        MessageReader in = new MessageReader();
        in.fetch(new ByteArrayInputStream(message));
        batches.run(in);
    }
}

package testudo.runner;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;

/**
 * The worker: runs the tests that the parent process sends until it closes the channel.
 *
 * <p>Arguments: paths of the channels (batches in, results out, class requests out, class bytes in) and of the file
 * that shows the progress. The first message is what to start with, each later one a batch.
 */
public final class Main implements Runnable {
    /** Deep recursion must end soon. */
    private static final long STACK_BYTES = 512 << 10;

    private final FileInputStream batches;
    private final FileOutputStream results;
    private final Progress progress;
    private final Channel classes;
    private final Loader loader;
    private final PrintStream complaints = System.err;
    private boolean serving;

    private Main(String[] args) throws IOException {
        batches = new FileInputStream(args[0]);
        results = new FileOutputStream(args[1]);
        classes = new Channel(args[2], args[3]);
        loader = new Loader(classes);
        RandomAccessFile file = new RandomAccessFile(args[4], "rw");
        progress = new Progress(file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Protocol.Progress.BYTES));
        file.close();
        // No test is to find it.
        new File(args[4]).delete();
    }

    /** Starts the worker. */
    public static void main(String[] args) throws Exception {
        // Not the main thread: its stack may have any size.
        Thread thread = new Thread(null, new Main(args), "testudo", STACK_BYTES);
        thread.start();
        thread.join();
    }

    @Override
    public void run() {
        if (serving) {
            // A test got hold of this thread and runs it.
            return;
        }
        serving = true;
        int status = 0;
        try {
            serve();
        } catch (Throwable e) {
            e.printStackTrace(complaints);
            status = 3;
        }
        Runtime.getRuntime().halt(status);
    }

    private void serve() throws IOException {
        In in = new In();
        Out out = new Out();
        Frames.begin(out, Protocol.Message.UP);
        send(out);
        if (!in.fetch(batches)) {
            return;
        }
        Probe.start(in.varint(), in.varint(), in.varint());
        Outcomes outcomes = new Outcomes(loader);
        Batches tests = new Batches(loader, outcomes, results, progress, in.i64(), in.varint());
        if (initialise(in, outcomes, out)) {
            Guard.start(classes);
            while (in.fetch(batches) && tests.run(in)) {
                // Until the parent has no more, or this JVM is not fit for more.
            }
        }
        Frames.begin(out, Protocol.Message.UNFIT);
        send(out);
    }

    /**
     * Initialises classes, so that no test is the first to use them and pays for it.
     *
     * @return whether all of these initialisers ended
     */
    private boolean initialise(In in, Outcomes outcomes, Out out) throws IOException {
        int count = in.count();
        Initialisers.prepare();
        for (int i = 0; i < count; i++) {
            String name = in.utf16();
            Throwable thrown = null;
            Budget.reset(Budget.INITIALISER, Long.MAX_VALUE);
            try {
                Class.forName(name, true, loader);
            } catch (ExceptionInInitializerError e) {
                thrown = e.getException() == null ? e : e.getException();
            } catch (Throwable e) {
                thrown = e;
            }
            if (Budget.initialiserCut()) {
                return false;
            }
            Frames.begin(out, Protocol.Message.INITIALISED);
            out.varint(i);
            out.u8(thrown == null ? 0 : 1);
            if (thrown != null) {
                outcomes.exception(thrown, outcomes.plainMessage(thrown), out);
            }
            send(out);
        }
        Budget.reset(Budget.INITIALISER, Long.MAX_VALUE);
        Initialisers.leave();
        Frames.begin(out, Protocol.Message.READY);
        send(out);
        return true;
    }

    private void send(Out out) throws IOException {
        Frames.end(out);
        out.flush(results);
    }
}

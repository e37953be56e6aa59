package testudo.runner;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import testudo.runner.message.Protocol;
import testudo.runner.loader.ParentChannel;
import testudo.runner.loader.SubjectLoader;
import testudo.runner.message.Frames;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.message.Progress;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.probe.Trace;
import testudo.runner.sandbox.Budget;
import testudo.runner.state.Initialisers;

/**
 * The main class of a worker process. The worker runs the tests that the parent process sends. The worker
 * ends when the parent closes the channel of the batches, or when the JVM is unfit to run further tests.
 *
 * <p>Arguments: paths of the four channels (batches in, results out, class requests out, class bytes in) and
 * of the progress file. The first message contains the start parameters. Each later message is a batch of
 * tests.
 */
public final class Main implements Runnable {
    /** Stack size of the thread that runs tests. It is small, so that endless recursion ends soon. */
    private static final long STACK_BYTES = 512 << 10;

    private final FileInputStream batchStream;
    private final FileOutputStream resultStream;
    private final Progress progress;
    private final ParentChannel classChannel;
    private final SubjectLoader loader;
    private final PrintStream errorStream = System.err;
    /** Whether {@link #run} has been called. */
    private boolean isServing;

    private Main(String[] args) throws IOException {
        batchStream = new FileInputStream(args[0]);
        resultStream = new FileOutputStream(args[1]);
        classChannel = new ParentChannel(args[2], args[3]);
        loader = new SubjectLoader(classChannel);
        RandomAccessFile file = new RandomAccessFile(args[4], "rw");
        progress =
            new Progress(file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Protocol.Progress.BYTES));
        file.close();
        // Tests must not find the file. The mapping stays valid after the file is deleted.
        new File(args[4]).delete();
    }

    /** Starts the worker. */
    public static void main(String[] args) throws Exception {
        // The main thread cannot run tests, because the runner cannot set the stack size of the main thread.
        Thread thread = new Thread(null, new Main(args), "testudo", STACK_BYTES);
        thread.start();
        thread.join();
    }

    @Override
    public void run() {
        if (isServing) {
            // A test got a reference to this thread and called its run method.
            return;
        }
        isServing = true;
        int status = 0;
        try {
            serve();
        } catch (Throwable e) {
            e.printStackTrace(errorStream);
            status = 3;
        }
        Runtime.getRuntime().halt(status);
    }

    private void serve() throws IOException {
        MessageReader in = new MessageReader();
        MessageWriter out = new MessageWriter();
        Frames.begin(out, Protocol.Message.STARTED);
        send(out);
        if (!in.fetch(batchStream)) {
            return;
        }
        Trace.start(in.varint(), in.varint(), in.varint());
        OutcomeWriter outcomes = new OutcomeWriter(loader);
        BatchRunner batchRunner =
            new BatchRunner(loader, outcomes, resultStream, progress, in.i64(), in.varint());
        if (initialise(in, outcomes, out)) {
            DeadlockGuard.start(classChannel);
            while (in.fetch(batchStream) && batchRunner.run(in)) {
                // Continues until the parent closes the channel or this JVM is unfit to run further tests.
            }
        }
        Frames.begin(out, Protocol.Message.UNFIT);
        send(out);
    }

    /**
     * Initialises the classes that the parent lists, so that no test runs their static initialisers.
     *
     * @return whether every static initialiser ended within its budget
     */
    private boolean initialise(MessageReader in, OutcomeWriter outcomes, MessageWriter out)
        throws IOException {
        int count = in.count();
        Initialisers.prepare();
        for (int i = 0; i < count; i++) {
            String name = in.utf16();
            Throwable thrown = null;
            Budget.reset(Budget.INITIALISER_TICKS, Long.MAX_VALUE);
            try {
                Class.forName(name, true, loader);
            } catch (ExceptionInInitializerError e) {
                thrown = e.getException() == null ? e : e.getException();
            } catch (Throwable e) {
                thrown = e;
            }
            if (Budget.isInitialiserStopped()) {
                return false;
            }
            Frames.begin(out, Protocol.Message.INITIALISED);
            out.varint(i);
            out.u8(thrown == null ? 0 : 1);
            if (thrown != null) {
                outcomes.writeException(thrown, outcomes.plainMessage(thrown), out);
            }
            send(out);
        }
        Budget.reset(Budget.INITIALISER_TICKS, Long.MAX_VALUE);
        Initialisers.leave();
        Frames.begin(out, Protocol.Message.READY);
        send(out);
        return true;
    }

    private void send(MessageWriter out) throws IOException {
        Frames.end(out);
        out.flush(resultStream);
    }
}

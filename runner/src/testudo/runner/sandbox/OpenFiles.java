package testudo.runner.sandbox;

import java.io.FileInputStream;
import java.io.IOException;

/** Detects that tests have opened as many files as the process is allowed to open. */
public final class OpenFiles {
    /** A file that every process can open. */
    private static final String FILE = "/dev/null";
    /** Maximum number of pauses in which the JVM closes the files of unreachable streams. */
    private static final int MAX_PAUSES = 100;
    /** Duration of a pause, in milliseconds. */
    private static final long PAUSE_MILLIS = 1;

    /** Whether {@link #FILE} could be opened before the first test. */
    private final boolean isDetectable = canOpenFile();

    /**
     * Returns whether further tests can open files. If they cannot, first collects garbage, because the JVM
     * then closes the files of streams that are unreachable.
     */
    public boolean ensureAvailable() {
        if (!isDetectable || !TempFiles.classesMayUseFiles() || canOpenFile()) {
            return true;
        }
        System.gc();
        for (int pauses = 0; pauses < MAX_PAUSES && !canOpenFile(); pauses++) {
            System.runFinalization();
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                // A thread of a test interrupted this thread.
            }
        }
        return canOpenFile();
    }

    private static boolean canOpenFile() {
        try {
            new FileInputStream(FILE).close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}

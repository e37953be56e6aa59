package hostile;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

/** Writes meaningless bytes to all open file descriptors, and reads from the pipes of the runner. */
public class WritesToDescriptors {
    private static final File OPEN = new File("/proc/self/fd");

    public static int ordinaryParity(int[] bits) {
        int ones = 0;
        for (int bit : bits) {
            if (bit == 1) {
                ones++;
            }
        }
        return ones % 2 == 0 ? 0 : 1;
    }

    public static void little() {
        everywhere("nonsense");
    }

    public static void much() {
        everywhere(new String(new char[1 << 20]).replace('\0', '\u007f'));
    }

    public static void zeros() {
        everywhere(new String(new char[100]));
    }

    public static int read() throws IOException {
        int read = 0;
        for (File file : OPEN.listFiles()) {
            if (file.getCanonicalPath().contains("pipe")) {
                try (FileInputStream in = new FileInputStream(file)) {
                    read += in.available() > 0 ? in.read() : 0;
                }
            }
        }
        return read;
    }

    private static void everywhere(String text) {
        for (File file : OPEN.listFiles()) {
            try (FileOutputStream out = new FileOutputStream(file)) {
                out.write(text.getBytes("ISO-8859-1"));
            } catch (IOException e) {
                // Continue with the next file.
            }
        }
    }
}

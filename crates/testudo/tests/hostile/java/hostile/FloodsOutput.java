package hostile;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * Prints megabytes to the standard streams and to their file descriptors. Also imitates messages of the runner.
 */
public class FloodsOutput {
    public int ordinaryLines(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        return text.indexOf('\n') < 0 ? 1 : 2;
    }

    public void print() {
        for (int i = 0; i < 5000; i++) {
            System.out.println("one of many long lines without meaning, printed to standard output");
            System.err.println("one of many long lines without meaning, printed to standard error");
        }
    }

    public void endless() {
        while (true) {
            System.out.print("more ");
        }
    }

    public void descriptors() throws IOException {
        byte[] lines = new byte[1 << 16];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = (byte) (i % 64 == 0 ? '\n' : 'x');
        }
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        FileOutputStream err = new FileOutputStream(FileDescriptor.err);
        for (int i = 0; i < 100; i++) {
            out.write(lines);
            err.write(lines);
        }
    }

    public void pretend() throws IOException {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        out.write("ended\tordinary\nbegan\tnothing\n".getBytes());
        out.flush();
    }
}

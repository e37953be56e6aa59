package hostile;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Scanner;

/** Reads from standard input. */
public class ReadsInput {
    public static boolean ordinaryYes(String answer) {
        if (answer == null) {
            return false;
        }
        return answer.equals("y") || answer.equals("yes");
    }

    public static int read() throws IOException {
        return System.in.read();
    }

    public static String line() {
        return new Scanner(System.in).nextLine();
    }

    public static int until(int expected) throws IOException {
        int read = System.in.read();
        while (read != expected) {
            read = System.in.read();
        }
        return read;
    }

    public static int descriptor() throws IOException {
        return new FileInputStream(FileDescriptor.in).read();
    }
}

package hostile;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Opens files until the system refuses, and does not close the files. Also reads an endless file. */
public class OpensManyFiles {
    private static final Object[] LAST = new Object[1];

    public static int ordinaryPages(int lines) {
        if (lines == 0) {
            return 1;
        }
        return lines > 5000 ? 100 : lines / 50 + 1;
    }

    public static int open() {
        List<InputStream> open = new ArrayList<InputStream>();
        LAST[0] = open;
        try {
            while (true) {
                open.add(new FileInputStream("/dev/zero"));
            }
        } catch (IOException e) {
            return open.size();
        }
    }

    public static int endless() throws IOException {
        try (InputStream in = new FileInputStream("/dev/zero")) {
            byte[] chunk = new byte[1 << 16];
            int read = 0;
            while (in.read(chunk) > 0) {
                read++;
            }
            return read;
        }
    }
}

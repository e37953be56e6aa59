package hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Writes files inside and outside the working folder, and reports whether they existed before. */
public class WritesFiles {
    public static String ordinaryUnit(long bytes) {
        if (bytes < 1000) {
            return "B";
        }
        return bytes < 1000000 ? "kB" : "MB";
    }

    public static boolean here() throws IOException {
        return write(new File("hostile-here"));
    }

    public static boolean above() throws IOException {
        return write(new File("../hostile-above"));
    }

    public static boolean home() throws IOException {
        return write(new File(System.getProperty("user.home"), "hostile-home"));
    }

    public static boolean temporary() throws IOException {
        return write(new File(System.getProperty("java.io.tmpdir"), "hostile-temporary"));
    }

    public static boolean temporaryOfAll() throws IOException {
        return write(new File("/tmp/hostile-escaped"));
    }

    public static boolean canary() throws IOException {
        return write(new File(Canary.folder(), "hostile"));
    }

    public static boolean overwriteCanary() throws IOException {
        return write(new File(Canary.folder(), "bird"));
    }

    public static void truncateAll() throws IOException {
        for (File file : new File("..").listFiles()) {
            try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
                open.setLength(0);
            }
        }
    }

    private static boolean write(File file) throws IOException {
        boolean isNew = !file.exists();
        try (FileOutputStream out = new FileOutputStream(file)) {
            out.write("sings no more".getBytes("UTF-8"));
        }
        return isNew;
    }
}

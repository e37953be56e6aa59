package hostile;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Writes an endless file, endlessly many files, nested folders, and a sparse file. */
public class FillsDisk {
    private static final File FOLDER = new File(System.getProperty("java.io.tmpdir"));

    public static int ordinaryBlocks(int bytes) {
        if (bytes <= 0) {
            return 0;
        }
        return bytes % 512 == 0 ? bytes / 512 : bytes / 512 + 1;
    }

    public static void one() throws IOException {
        byte[] block = new byte[1 << 16];
        try (FileOutputStream out = new FileOutputStream(new File(FOLDER, "large"))) {
            while (true) {
                out.write(block);
            }
        }
    }

    public static void many() throws IOException {
        for (int i = 0; ; i++) {
            try (FileOutputStream out = new FileOutputStream(new File(FOLDER, "file" + i))) {
                out.write(new byte[1 << 20]);
            }
        }
    }

    public static int deep() {
        File folder = new File(FOLDER, "d");
        int depth = 0;
        while (folder.mkdir()) {
            folder = new File(folder, "d");
            depth++;
        }
        return depth;
    }

    public static void hole() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(new File(FOLDER, "hole"), "rw")) {
            file.setLength(1L << 50);
        }
    }
}

package hostile;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Stores a counter in a file, so that the result of a test depends on earlier tests. */
public class CountsInFile {
    private static final File FILE = new File(System.getProperty("java.io.tmpdir"), "counter");

    public static int ordinaryNext(int number) {
        if (number == Integer.MAX_VALUE) {
            return 0;
        }
        return number < 0 ? 1 : number + 1;
    }

    public static int count() throws IOException {
        int count = FILE.exists() ? Integer.parseInt(new String(Files.readAllBytes(FILE.toPath()), "UTF-8")) : 0;
        Files.write(FILE.toPath(), String.valueOf(count + 1).getBytes("UTF-8"));
        return count;
    }

    public static boolean isNew() {
        return !FILE.exists();
    }
}

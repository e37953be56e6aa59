package hostile;

import java.io.File;
import java.io.IOException;

/**
 * Deletes all files in the working folder, its parent folder, the home folder, the temporary folder and the
 * folder of {@link Canary}.
 */
public class DeletesFiles {
    public static String ordinaryEnding(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            return "";
        }
        return name.substring(dot + 1);
    }

    public static void here() {
        delete(new File(".").getAbsoluteFile());
    }

    public static void above() {
        delete(new File("..").getAbsoluteFile());
    }

    public static void home() {
        delete(new File(System.getProperty("user.home")));
    }

    public static void temporary() {
        delete(new File(System.getProperty("java.io.tmpdir")));
    }

    public static boolean canary() throws IOException {
        delete(Canary.folder());
        return Canary.folder().exists();
    }

    private static void delete(File file) {
        File[] inside = file.listFiles();
        if (inside != null) {
            for (File each : inside) {
                delete(each);
            }
        }
        file.delete();
    }
}

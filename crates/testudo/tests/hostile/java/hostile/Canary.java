package hostile;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;

/** Returns a folder that hostile classes must not change. The test checks that the folder is unchanged. */
final class Canary {
    private Canary() {}

    static File folder() throws IOException {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(Canary.class.getResourceAsStream("canary.txt"), "UTF-8"))) {
            return new File(reader.readLine());
        }
    }
}

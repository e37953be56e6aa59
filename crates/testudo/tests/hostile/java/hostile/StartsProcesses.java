package hostile;

import java.io.IOException;

/** Starts processes that run for an hour. */
public class StartsProcesses {
    public static String ordinaryQuoted(String word) {
        if (word.contains(" ")) {
            return "'" + word + "'";
        }
        return word.isEmpty() ? "''" : word;
    }

    public static int shell() throws IOException, InterruptedException {
        return Runtime.getRuntime().exec(new String[] {"sh", "-c", "sleep 3600"}).waitFor();
    }

    public static Process left() throws IOException {
        return new ProcessBuilder("sleep", "3600").start();
    }

    public static Process java() throws IOException {
        String home = System.getProperty("java.home");
        return new ProcessBuilder(home + "/bin/java", "-version").inheritIO().start();
    }

    public static int storm() {
        int failures = 0;
        for (int i = 0; i < 100; i++) {
            try {
                left();
            } catch (IOException e) {
                failures++;
            }
        }
        return failures;
    }
}

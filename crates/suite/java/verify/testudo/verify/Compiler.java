package testudo.verify;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs javac as often as it is asked to: one that has run before takes a fraction of the time.
 *
 * <p>Each line on standard input is the path of a file with javac's arguments, apart by zeros. When javac has ended, what
 * it said is in the file of that name with {@code .said} behind it, and a line on standard output has its exit code.
 */
public final class Compiler {
    private Compiler() {}

    public static void main(String[] arguments) throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = new PrintStream(System.out, true);
        System.setOut(System.err);
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            answers.println(compile(javac, request));
        }
        Runtime.getRuntime().halt(0);
    }

    private static int compile(JavaCompiler javac, String request) throws IOException {
        String joined = new String(Files.readAllBytes(Paths.get(request)), StandardCharsets.UTF_8);
        try (OutputStream said = new FileOutputStream(request + ".said")) {
            return javac.run(null, said, said, joined.split("\0"));
        }
    }
}

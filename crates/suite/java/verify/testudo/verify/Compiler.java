package testudo.verify;

import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs javac once for each request. The first compilation takes many times longer than later compilations, so
 * the JVM stays alive.
 *
 * <p>Each line on standard input is the path of a file with the arguments of javac, separated by zero
 * characters. This program cannot write to the folder of this file. It writes the output of javac to its
 * working folder, to the file with the same name and the extension {@code .output}. Then it writes a line with
 * the exit code to standard output.
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
        Path file = Paths.get(request);
        String joinedArguments = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try (OutputStream output = new FileOutputStream(file.getFileName() + ".output")) {
            return javac.run(null, output, output, joinedArguments.split("\0"));
        }
    }
}

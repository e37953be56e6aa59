import java.io.File;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;

import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ILine;
import org.jacoco.core.analysis.IMethodCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Prints the coverage that JaCoCo recorded, one output line for each source line of each method. Tabs
 * separate the columns: class, method with descriptor, line number, number of covered instructions, number of
 * covered branches, number of all branches.
 *
 * <p>Arguments: the file with the recorded execution data, a jar, and the names of class files in the jar.
 */
public final class Lines {
    public static void main(String[] arguments) throws Exception {
        ExecFileLoader execution = new ExecFileLoader();
        execution.load(new File(arguments[0]));
        CoverageBuilder coverage = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(execution.getExecutionDataStore(), coverage);
        try (URLClassLoader jar = new URLClassLoader(new URL[] {new File(arguments[1]).toURI().toURL()}, null)) {
            for (int i = 2; i < arguments.length; i++) {
                try (InputStream bytes = jar.getResourceAsStream(arguments[i])) {
                    analyzer.analyzeClass(bytes, arguments[i]);
                }
            }
        }
        for (IClassCoverage type : coverage.getClasses()) {
            for (IMethodCoverage method : type.getMethods()) {
                print(type.getName(), method);
            }
        }
    }

    private static void print(String type, IMethodCoverage method) {
        for (int line = method.getFirstLine(); line >= 0 && line <= method.getLastLine(); line++) {
            ILine counters = method.getLine(line);
            if (counters.getInstructionCounter().getTotalCount() > 0) {
                System.out.println(type + "\t" + method.getName() + method.getDesc() + "\t" + line
                        + "\t" + counters.getInstructionCounter().getCoveredCount()
                        + "\t" + counters.getBranchCounter().getCoveredCount()
                        + "\t" + counters.getBranchCounter().getTotalCount());
            }
        }
    }
}

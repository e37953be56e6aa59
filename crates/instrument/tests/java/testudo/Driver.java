package testudo;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Randomness;
import testudo.runner.sandbox.Clock;
import testudo.runner.sandbox.Exit;
import testudo.runner.probe.Hints;
import testudo.runner.state.Initialisers;
import testudo.runner.probe.Mutants;
import testudo.runner.message.MessageWriter;
import testudo.runner.probe.Trace;
import testudo.runner.state.Statics;
import testudo.runner.probe.ThrowProbe;

/**
 * Executes calls as the runner executes tests. Prints a line for each call: its outcome, whether the code
 * under test threw the exception explicitly, and the trace. Then executes the calls again and prints the same
 * lines with hints instead of traces.
 *
 * <p>The property {@code mutants.CLASS} can contain a range of mutants for the calls of a class. Each call is
 * then also executed on each of these mutants, and the line lists the mutants that change the outcome.
 */
public final class Driver {
    private static final long TICKS = 10_000;
    private static final long BYTES = 1 << 20;

    private static boolean isExplicit;

    /**
     * Arguments: the numbers of ids of methods, distances and statements, then classes with methods
     * {@code call0}, {@code call1} and so on.
     */
    public static void main(String[] args) throws Exception {
        Trace.start(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        StringBuilder report = new StringBuilder();
        executeCalls(args, false, report);
        executeCalls(args, true, report);
        System.out.print(report);
    }

    private static void executeCalls(String[] args, boolean withHints, StringBuilder report)
        throws Exception {
        for (int i = 3; i < args.length; i++) {
            Class<?> calls = Class.forName(args[i]);
            for (int call = 0; call < calls.getDeclaredMethods().length; call++) {
                Method method = calls.getDeclaredMethod("call" + call);
                method.setAccessible(true);
                String result = test(method, withHints);
                report.append(result).append(outcomesOfMutants(args[i], method, result)).append('\n');
            }
        }
    }

    /**
     * Returns a part for each mutant that changes the outcome of a call: a tab, the number of the mutant, a
     * space, and the changed outcome.
     */
    private static String outcomesOfMutants(String calls, Method call, String result) throws Exception {
        StringBuilder effects = new StringBuilder();
        String[] range = System.getProperty("mutants." + calls, "0-0").split("-");
        for (int mutant = Integer.parseInt(range[0]); mutant < Integer.parseInt(range[1]); mutant++) {
            Mutants.active = mutant;
            String effect = test(call, false);
            Mutants.active = -1;
            String outcome = effect.substring(0, effect.indexOf('\t'));
            if (!result.startsWith(outcome + "\t")) {
                effects.append('\t').append(mutant).append(' ').append(outcome);
            }
        }
        return effects.toString();
    }

    private static String test(Method call, boolean withHints) throws Exception {
        Hints.reset(withHints, 0);
        String outcome = run(call);
        while (Initialisers.haveRun() && !Budget.isInitialiserStopped()) {
            Statics.restore();
            Hints.restart();
            outcome = run(call);
        }
        MessageWriter trace = new MessageWriter();
        if (withHints) {
            Hints.write(trace);
        } else {
            Trace.write(trace);
        }
        Statics.restore();
        String exit = Exit.isRequested() ? " (exits)" : "";
        return outcome.replace('\n', ' ') + exit + "\t" + isExplicit + "\t" + hexadecimal(trace);
    }

    private static String run(Method call) throws Exception {
        Initialisers.reset();
        Trace.reset();
        ThrowProbe.reset();
        Exit.reset();
        Clock.reset(0);
        Randomness.reset(0);
        Budget.reset(TICKS, BYTES);
        isExplicit = false;
        String outcome = outcome(call);
        Initialisers.leave();
        return outcome;
    }

    private static String outcome(Method call) throws Exception {
        try {
            return "= " + call.invoke(null);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getTargetException();
            isExplicit = ThrowProbe.isExplicit(thrown);
            // The message of a NullPointerException depends on the version of the JVM.
            return "! " + (thrown instanceof NullPointerException ? thrown.getClass().getName() : thrown);
        }
    }

    private static String hexadecimal(MessageWriter out) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        out.flush(bytes);
        StringBuilder text = new StringBuilder();
        for (byte b : bytes.toByteArray()) {
            text.append(String.format("%02x", b));
        }
        return text.toString();
    }
}

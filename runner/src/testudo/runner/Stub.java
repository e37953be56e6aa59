package testudo.runner;

import java.nio.charset.StandardCharsets;
import testudo.runner.message.Protocol;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.sandbox.Budget;

/**
 * The behaviour of an object whose class is generated for a test. The methods of a generated class pass their
 * arguments to {@link #call}.
 */
public final class Stub {
    /** Part of the names of all generated classes, as the bytes that {@link MessageWriter#utf16} writes. */
    public static final byte[] MARK = "$$Testudo".getBytes(StandardCharsets.US_ASCII);

    /** For each method, the kind of its behaviour: a number of {@link Protocol.Behaviour}. */
    private final int[] kinds;
    /**
     * For each method, the values that its calls return one after another, or the exception that the method
     * throws. Later calls return the last value again.
     */
    private final Object[][] values;
    /** For each method, the index of the argument that the method returns. */
    private final int[] arguments;
    /** For each method, the number of calls so far. */
    private final int[] calls;

    /**
     * Reads the behaviour of the methods.
     *
     * @param variables variables of the test
     * @param definedCount number of defined variables
     */
    Stub(MessageReader in, Object[] variables, int definedCount) {
        int methods = in.count();
        kinds = new int[methods];
        values = new Object[methods][];
        arguments = new int[methods];
        calls = new int[methods];
        for (int i = 0; i < methods; i++) {
            kinds[i] = in.numberBelow(Protocol.Behaviour.THROW + 1);
            if (kinds[i] == Protocol.Behaviour.ARGUMENT) {
                arguments[i] = in.varint();
            } else {
                values[i] = new Object[in.count()];
                for (int j = 0; j < values[i].length; j++) {
                    values[i][j] = variables[in.numberBelow(definedCount)];
                }
            }
        }
    }

    /**
     * Executes a method, given by its number.
     *
     * @param defaultResult the result of a method without values
     * @return the result of the method, boxed if it is primitive. Null also represents a missing result, zero
     *     and false.
     */
    public Object call(int method, Object[] passedArguments, Object defaultResult) throws Throwable {
        Budget.tick();
        Object[] results = values[method];
        switch (kinds[method]) {
            case Protocol.Behaviour.RETURN:
                return results.length == 0
                        ? defaultResult
                        : results[Math.min(countCall(method), results.length - 1)];
            case Protocol.Behaviour.ARGUMENT:
                return passedArguments[arguments[method]];
            default:
                // Throws a NullPointerException if the value is null, as Java defines.
                throw (Throwable) results[0];
        }
    }

    /** Returns the number of former calls of a method and counts this call. The counter does not overflow. */
    private int countCall(int method) {
        int formerCalls = calls[method];
        calls[method] = Math.min(formerCalls, Integer.MAX_VALUE - 1) + 1;
        return formerCalls;
    }

    /** Returns the unboxed value, or false for null. The methods below return zero for null. */
    public static boolean booleanValue(Object value) {
        return value != null && (Boolean) value;
    }

    public static byte byteValue(Object value) {
        return value == null ? 0 : (Byte) value;
    }

    public static char charValue(Object value) {
        return value == null ? 0 : (Character) value;
    }

    public static short shortValue(Object value) {
        return value == null ? 0 : (Short) value;
    }

    public static int intValue(Object value) {
        return value == null ? 0 : (Integer) value;
    }

    public static long longValue(Object value) {
        return value == null ? 0 : (Long) value;
    }

    public static float floatValue(Object value) {
        return value == null ? 0 : (Float) value;
    }

    public static double doubleValue(Object value) {
        return value == null ? 0 : (Double) value;
    }
}

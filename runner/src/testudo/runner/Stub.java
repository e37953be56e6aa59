package testudo.runner;

import java.nio.charset.StandardCharsets;

/**
 * What an object of a class made for a test does: the methods of such classes hand their arguments here.
 */
public final class Stub {
    /** In the names of all such classes, as {@link Out#utf16} writes it. */
    static final byte[] MARK = "$$Testudo".getBytes(StandardCharsets.US_ASCII);

    private final int[] kinds;
    /** By method: the values it returns in turn, or the exception it throws. */
    private final Object[][] values;
    /** By method: the argument it gives back. */
    private final int[] arguments;
    private final int[] calls;

    /** Reads what the methods do; variables are looked up in so many slots. */
    Stub(In in, Object[] slots, int variables) {
        int methods = in.count();
        kinds = new int[methods];
        values = new Object[methods][];
        arguments = new int[methods];
        calls = new int[methods];
        for (int i = 0; i < methods; i++) {
            kinds[i] = in.below(Protocol.Behaviour.THROW + 1);
            if (kinds[i] == Protocol.Behaviour.ARGUMENT) {
                arguments[i] = in.varint();
            } else {
                values[i] = new Object[in.count()];
                for (int j = 0; j < values[i].length; j++) {
                    values[i][j] = slots[in.below(variables)];
                }
            }
        }
    }

    /**
     * Does what a method does, by its number.
     *
     * @return its value, boxed if it is primitive; null for none, which stands for zero or false, too
     */
    public Object call(int method, Object[] passed) throws Throwable {
        Budget.tick();
        Object[] own = values[method];
        switch (kinds[method]) {
            case Protocol.Behaviour.RETURN:
                return own.length == 0 ? null : own[Math.min(turn(method), own.length - 1)];
            case Protocol.Behaviour.ARGUMENT:
                return passed[arguments[method]];
            default:
                // As Java has it: a null that is thrown becomes an exception.
                throw (Throwable) own[0];
        }
    }

    /** The number of former calls of a method, which does not overflow. */
    private int turn(int method) {
        int turn = calls[method];
        calls[method] = Math.min(turn, Integer.MAX_VALUE - 1) + 1;
        return turn;
    }

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

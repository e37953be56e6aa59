package testudo.runner.observation;

import static testudo.runner.message.Protocol.RecordedValue.*;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import testudo.runner.message.MessageWriter;

/**
 * Writes summaries of the arguments and results of calls. A summary is null, a number, or unknown. For
 * example, the number is the length of a string. The static type of the value determines what the number
 * means. This class calls no code under test.
 */
final class ValueSummary {
    // Kinds of static types. The kind determines the meaning of the number in a summary.
    static final int NOTHING = 0;
    private static final int NUMBER = 1;
    private static final int STRING = 2;
    private static final int ARRAY = 3;
    private static final int COLLECTION = 4;
    private static final int OBJECT = 5;

    private ValueSummary() {}

    /** Returns the kind of a static type. */
    static int kind(Class<?> type) {
        if (type == void.class) {
            return NOTHING;
        } else if (type.isPrimitive() || isWrapper(type)) {
            return NUMBER;
        } else if (type == String.class) {
            return STRING;
        } else if (type.isArray()) {
            return ARRAY;
        } else if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return COLLECTION;
        }
        return OBJECT;
    }

    /** Returns whether a value of a kind is a collection or map of the JDK without elements. */
    static boolean isEmptyCollection(Object value, int kind) {
        try {
            return kind == COLLECTION && value != null && value.getClass().getClassLoader() == null
                && toNumber(value, kind) == 0;
        } catch (Throwable unknown) {
            // See writeNumber.
            return false;
        }
    }

    private static boolean isWrapper(Class<?> type) {
        return type == Boolean.class || type == Character.class || type == Byte.class || type == Short.class
            || type == Integer.class || type == Long.class || type == Float.class || type == Double.class;
    }

    /** Writes the summary of a value whose static type has a kind other than {@link #NOTHING}. */
    static void write(Object value, int kind, MessageWriter out) {
        if (value == null) {
            out.u8(NULL);
        } else if (kind == COLLECTION && value.getClass().getClassLoader() != null) {
            out.u8(UNKNOWN);
        } else {
            writeNumber(value, kind, out);
        }
    }

    private static void writeNumber(Object value, int kind, MessageWriter out) {
        double number;
        try {
            number = toNumber(value, kind);
        } catch (Throwable unknown) {
            // The value is not an instance of its static type. Or the value is a view of a collection of the
            // user's code, and the collection threw an exception.
            out.u8(UNKNOWN);
            return;
        }
        out.u8(VALUE);
        out.f64(number);
    }

    /** Returns the number that summarises a value of a kind, for example the length of a string. */
    private static double toNumber(Object value, int kind) {
        switch (kind) {
            case NUMBER:
                return toNumber(value);
            case STRING:
                return ((String) value).length();
            case ARRAY:
                return Array.getLength(value);
            case COLLECTION:
                return value instanceof Map ? ((Map<?, ?>) value).size() : ((Collection<?>) value).size();
            default:
                return 1;
        }
    }

    private static double toNumber(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        return value instanceof Character ? (Character) value : ((Number) value).doubleValue();
    }

    /** Writes the summary of a field of an object. {@code field} is null if the field does not exist. */
    static void write(Object object, Field field, MessageWriter out) {
        if (field == null || !field.getDeclaringClass().isInstance(object)) {
            out.u8(UNKNOWN);
            return;
        }
        try {
            write(field.get(object), kind(field.getType()), out);
        } catch (IllegalAccessException e) {
            out.u8(UNKNOWN);
        }
    }
}

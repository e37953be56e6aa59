package testudo.runner;

import static testudo.runner.Protocol.Facet.*;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;

/**
 * Writes down what matters of values that go into calls and come out: null, a number, or that nothing is known. Which
 * number it is depends on the static type. No code under test is called for it.
 */
final class Facets {
    // Kinds of static types.
    static final int NOTHING = 0;
    private static final int NUMBER = 1;
    private static final int STRING = 2;
    private static final int ARRAY = 3;
    private static final int COLLECTION = 4;
    private static final int OBJECT = 5;

    private Facets() {}

    /** The kind of a static type. */
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

    private static boolean isWrapper(Class<?> type) {
        return type == Boolean.class || type == Character.class || type == Byte.class || type == Short.class
            || type == Integer.class || type == Long.class || type == Float.class || type == Double.class;
    }

    /** Writes the facet of a value whose static type is of a kind other than {@link #NOTHING}. */
    static void write(Object value, int kind, Out out) {
        if (value == null) {
            out.u8(NULL);
        } else if (kind == COLLECTION && value.getClass().getClassLoader() != null) {
            out.u8(UNKNOWN);
        } else {
            known(value, kind, out);
        }
    }

    private static void known(Object value, int kind, Out out) {
        double number;
        try {
            number = number(value, kind);
        } catch (Throwable refused) {
            // It is not what its type says, or a collection asked another one, which may be the user's.
            out.u8(UNKNOWN);
            return;
        }
        out.u8(VALUE);
        out.f64(number);
    }

    private static double number(Object value, int kind) {
        switch (kind) {
            case NUMBER:
                return number(value);
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

    private static double number(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        return value instanceof Character ? (Character) value : ((Number) value).doubleValue();
    }

    /** Writes the facet of an object's field, which is null if there is none. */
    static void write(Object object, Field field, Out out) {
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

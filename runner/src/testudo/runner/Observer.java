package testudo.runner;

import java.lang.reflect.Array;

/**
 * Writes down what a value is, in words that an assertion can be made of. It never calls code of the user's classes:
 * that could change what is observed.
 */
final class Observer {
    /** Shapes of what a statement defines: nothing, a primitive value, or a reference. */
    static final int NOTHING = 0;
    static final int PRIMITIVE = 1;
    static final int REFERENCE = 2;

    private static final int LONGEST_STRING = 1000;
    private static final int LONGEST_ARRAY = 32;

    private static final int UNDEFINED = 0;
    private static final int NULL = 1;
    private static final int STRING = 2;
    private static final int ENUM = 3;
    private static final int ARRAY = 4;
    private static final int OBJECT = 5;
    /** The tags of primitive values begin here, in the order of {@link #number}. */
    private static final int VALUE = 6;
    /** The tags of boxed ones. */
    private static final int BOXED = VALUE + 8;

    private Observer() {
    }

    static int shape(Class<?> type) {
        return type == void.class ? NOTHING : type.isPrimitive() ? PRIMITIVE : REFERENCE;
    }

    static void undefined(Out out) {
        out.u8(UNDEFINED);
    }

    /** Observes a variable of a given shape. */
    static void observe(Object value, int shape, Out out) {
        if (shape == NOTHING) {
            out.u8(UNDEFINED);
        } else if (value != null && value.getClass().isArray()) {
            array(value, out);
        } else if (!element(value, shape == PRIMITIVE, out)) {
            object(value, out);
        }
    }

    /**
     * Whether an assertion can be made of what was written from a place on. A text in which the name of a stub's class is
     * tells of the run.
     */
    static boolean isTelling(Out out, int start) {
        int tag = out.get(start);
        return tag != UNDEFINED && tag != OBJECT && !out.contains(start, Stub.MARK);
    }

    private static void object(Object value, Out out) {
        out.u8(OBJECT);
        out.utf16(value.getClass().getName());
    }

    private static void array(Object array, Out out) {
        int length = Array.getLength(array);
        if (length > LONGEST_ARRAY) {
            object(array, out);
            return;
        }
        boolean primitive = array.getClass().getComponentType().isPrimitive();
        int start = out.size();
        out.u8(ARRAY);
        out.varint(length);
        for (int i = 0; i < length; i++) {
            if (!element(Array.get(array, i), primitive, out)) {
                out.truncate(start);
                object(array, out);
                return;
            }
        }
    }

    private static boolean element(Object value, boolean primitive, Out out) {
        if (value == null) {
            out.u8(NULL);
        } else if (value instanceof String) {
            return string((String) value, out);
        } else if (value instanceof Enum) {
            out.u8(ENUM);
            out.utf16(((Enum<?>) value).getDeclaringClass().getName());
            out.utf16(((Enum<?>) value).name());
        } else {
            return number(value, primitive ? VALUE : BOXED, out);
        }
        return true;
    }

    private static boolean string(String value, Out out) {
        if (value.length() > LONGEST_STRING) {
            return false;
        }
        out.u8(STRING);
        out.utf16(value);
        return true;
    }

    private static boolean number(Object value, int tag, Out out) {
        if (value instanceof Boolean) {
            out.u8(tag);
            out.u8((Boolean) value ? 1 : 0);
        } else if (value instanceof Byte) {
            out.u8(tag + 1);
            out.u8((Byte) value);
        } else if (value instanceof Character) {
            out.u8(tag + 2);
            out.varint((Character) value);
        } else if (value instanceof Short) {
            out.u8(tag + 3);
            out.varint((Short) value & 0xFFFF);
        } else if (value instanceof Integer) {
            out.u8(tag + 4);
            out.varint((Integer) value & 0xFFFFFFFFL);
        } else if (value instanceof Long) {
            out.u8(tag + 5);
            out.i64((Long) value);
        } else if (value instanceof Float) {
            out.u8(tag + 6);
            out.varint(Float.floatToRawIntBits((Float) value) & 0xFFFFFFFFL);
        } else if (value instanceof Double) {
            out.u8(tag + 7);
            out.f64((Double) value);
        } else {
            return false;
        }
        return true;
    }
}

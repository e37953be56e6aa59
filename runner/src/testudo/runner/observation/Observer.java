package testudo.runner.observation;

import static testudo.runner.message.Protocol.Observation.*;
import static testudo.runner.message.Protocol.Primitive.*;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import testudo.runner.Stub;
import testudo.runner.message.MessageWriter;

/**
 * Observes values: writes the values in a form from which the parent process makes assertions. This class
 * does not call the user's code directly, because that code could change the observed value. A container of
 * the JDK that wraps a container of a user's class can still call the user's code.
 */
public final class Observer {
    /** Shape of a statement that defines no value. */
    public static final int NOTHING = 0;
    /** Shape of a statement that defines a primitive value. */
    public static final int PRIMITIVE = 1;
    /** Shape of a statement that defines a reference. */
    public static final int REFERENCE = 2;

    private static final int MAX_STRING_LENGTH = 1000;
    /** Maximum number of elements of an observed array or collection. */
    private static final int MAX_ELEMENTS = 32;

    private Observer() {
    }

    /** Returns whether a value is a collection or map of the JDK. */
    public static boolean isContainer(Object value) {
        return (value instanceof Collection || value instanceof Map) && value.getClass().getClassLoader() == null;
    }

    /**
     * Returns the shape of the values of a type: {@link #NOTHING}, {@link #PRIMITIVE} or {@link #REFERENCE}.
     */
    public static int shape(Class<?> type) {
        return type == void.class ? NOTHING : type.isPrimitive() ? PRIMITIVE : REFERENCE;
    }

    /**
     * Observes a variable of a given shape.
     *
     * @param others variables to compare with the value. If one of these variables refers to the same object
     *     as the value, the observation contains the index of this variable
     * @param count number of variables in {@code others} to compare
     */
    public static void observe(Object value, int shape, Object[] others, int count, MessageWriter out) {
        if (shape == NOTHING) {
            out.u8(UNDEFINED);
        } else if (value != null && value.getClass().isArray()) {
            writeArray(value, out);
        } else if (!writeEnding(value, others, count, out)
            && !writeElement(value, shape == PRIMITIVE, out)
            && !writeContainer(value, out)) {
            writeIdentity(value, others, count, out);
        }
    }

    /**
     * Writes the index of another variable that refers to the same object. If there is no such variable,
     * writes the class of the object.
     */
    private static void writeIdentity(Object value, Object[] others, int count, MessageWriter out) {
        for (int i = 0; i < count; i++) {
            if (others[i] == value) {
                out.u8(SAME);
                out.varint(i);
                return;
            }
        }
        writeClass(value, out);
    }

    /**
     * Returns whether an assertion can be made from the last observation in a buffer. No assertion is made
     * from a value that contains the name of a generated class, because this name differs between runs. For
     * an object without an observable value, the assertion is that the object is not null.
     *
     * @param start position of the observation
     */
    static boolean isAssertable(MessageWriter observations, int start) {
        int tag = observations.get(start);
        return tag == OBJECT || tag != UNDEFINED && !observations.contains(start, Stub.MARK);
    }

    /**
     * Returns whether an assertion made from one observation fails for another observation. The two
     * observations must differ.
     *
     * @param start position of the observation
     * @param end position after the observation
     * @param other buffer that contains only the other observation
     */
    static boolean assertionFails(MessageWriter observations, int start, int end, MessageWriter other) {
        switch (observations.get(start)) {
            case OBJECT:
                return other.get(0) == NULL;
            case ENDING:
                boolean isString = other.get(0) == STRING || other.get(0) == ENDING;
                return !isString || !other.endsWith(observations, observations.afterVarint(start + 1), end);
            default:
                return true;
        }
    }

    /** Writes the class name of an object instead of its value. */
    private static void writeClass(Object value, MessageWriter out) {
        out.u8(OBJECT);
        out.utf16(ClassNames.of(value.getClass()));
    }

    /**
     * Writes the elements of an array. Writes only the class name if the array is too long or if an element
     * cannot be written.
     */
    private static void writeArray(Object array, MessageWriter out) {
        int length = Array.getLength(array);
        if (length > MAX_ELEMENTS) {
            writeClass(array, out);
            return;
        }
        boolean isPrimitive = array.getClass().getComponentType().isPrimitive();
        int start = out.size();
        out.u8(ARRAY);
        out.varint(length);
        for (int i = 0; i < length; i++) {
            if (!writeElement(Array.get(array, i), isPrimitive, out)) {
                out.truncate(start);
                writeClass(array, out);
                return;
            }
        }
    }

    /**
     * Writes a list, set or map of the JDK if all its elements can be written. Elements without a defined
     * order are sorted. Returns whether the container was written.
     */
    private static boolean writeContainer(Object value, MessageWriter out) {
        if (value.getClass().getClassLoader() != null) {
            return false;
        }
        int start = out.size();
        try {
            return writeContent(value, out);
        } catch (Throwable e) {
            // A container of the JDK, such as an unmodifiable list, can wrap a container of another class.
            // The code of that class can throw any exception, for example because the budget is used up.
            out.truncate(start);
            return false;
        }
    }

    /** Writes the elements of a container. Returns false if the elements cannot be observed. */
    private static boolean writeContent(Object value, MessageWriter out) {
        if (value instanceof List || value instanceof Set) {
            return writeElements((Collection<?>) value, out);
        }
        return value instanceof Map && writeMap((Map<?, ?>) value, out);
    }

    private static boolean writeElements(Collection<?> values, MessageWriter out) {
        if (values.size() > MAX_ELEMENTS) {
            return false;
        }
        Object[] elements = values.toArray();
        boolean isList = values instanceof List;
        if (!isList && !isOrdered(values)) {
            if (!isSortable(elements)) {
                return false;
            }
            Arrays.sort(elements);
        }
        return writeElements(isList ? LIST : SET, elements, out);
    }

    private static boolean writeMap(Map<?, ?> map, MessageWriter out) {
        if (2 * map.size() > MAX_ELEMENTS) {
            return false;
        }
        Map<?, ?> orderedMap = map;
        if (!isOrdered(map)) {
            if (!isSortable(map.keySet().toArray())) {
                return false;
            }
            orderedMap = new TreeMap<Object, Object>(map);
        }
        List<Object> entries = new ArrayList<Object>();
        for (Map.Entry<?, ?> entry : orderedMap.entrySet()) {
            entries.add(entry.getKey());
            entries.add(entry.getValue());
        }
        return writeElements(MAP, entries.toArray(), out);
    }

    private static boolean writeElements(int tag, Object[] elements, MessageWriter out) {
        int start = out.size();
        out.u8(tag);
        out.varint(elements.length);
        for (Object element : elements) {
            if (!writeElement(element, false, out)) {
                out.truncate(start);
                return false;
            }
        }
        return true;
    }

    /** Returns whether the iteration order of a container is defined. */
    private static boolean isOrdered(Object container) {
        return container instanceof LinkedHashSet || container instanceof LinkedHashMap
            || container instanceof SortedSet || container instanceof SortedMap;
    }

    /** Returns whether the elements have a natural order that needs no call of the user's code. */
    private static boolean isSortable(Object[] elements) {
        if (elements.length < 2) {
            return true;
        }
        Class<?> type = elements[0] == null ? null : elements[0].getClass();
        for (Object element : elements) {
            if (element == null || element.getClass() != type) {
                return false;
            }
        }
        boolean isSafe = elements[0] instanceof Enum || type.getClassLoader() == null;
        return isSafe && elements[0] instanceof Comparable;
    }

    /**
     * Writes null, a string, an enum constant, a {@link Class}, or a primitive or boxed value. Returns false
     * for any other value.
     */
    private static boolean writeElement(Object value, boolean isPrimitive, MessageWriter out) {
        if (value == null) {
            out.u8(NULL);
        } else if (value instanceof String) {
            return writeString((String) value, out);
        } else if (value instanceof Enum) {
            out.u8(ENUM);
            out.utf16(((Enum<?>) value).getDeclaringClass().getName());
            out.utf16(((Enum<?>) value).name());
        } else if (value instanceof Class) {
            out.u8(CLASS);
            out.utf16(((Class<?>) value).getName());
        } else {
            return writeNumber(value, isPrimitive ? VALUE : BOXED, out);
        }
        return true;
    }

    /**
     * Writes the end of a string that contains the identity hash code of a variable, such as
     * {@code Shape@1b2c3d[size=3]}. Returns false for other values, and if nothing follows the hash code.
     */
    private static boolean writeEnding(Object value, Object[] others, int count, MessageWriter out) {
        if (!(value instanceof String)) {
            return false;
        }
        String ending = IdentityTexts.ending((String) value, others, count);
        if (ending.isEmpty() || ending.length() > MAX_STRING_LENGTH) {
            return false;
        }
        out.u8(ENDING);
        out.utf16(ending);
        return true;
    }

    private static boolean writeString(String value, MessageWriter out) {
        if (value.length() > MAX_STRING_LENGTH) {
            return false;
        }
        out.u8(STRING);
        out.utf16(value);
        return true;
    }

    private static boolean writeNumber(Object value, int tag, MessageWriter out) {
        if (value instanceof Boolean) {
            out.u8(tag + BOOLEAN);
            out.u8((Boolean) value ? 1 : 0);
        } else if (value instanceof Byte) {
            out.u8(tag + BYTE);
            out.u8((Byte) value);
        } else if (value instanceof Character) {
            out.u8(tag + CHAR);
            out.varint((Character) value);
        } else if (value instanceof Short) {
            out.u8(tag + SHORT);
            out.varint((Short) value & 0xFFFF);
        } else if (value instanceof Integer) {
            out.u8(tag + INT);
            out.varint((Integer) value & 0xFFFFFFFFL);
        } else if (value instanceof Long) {
            out.u8(tag + LONG);
            out.i64((Long) value);
        } else if (value instanceof Float) {
            out.u8(tag + FLOAT);
            out.varint(Float.floatToIntBits((Float) value) & 0xFFFFFFFFL);
        } else if (value instanceof Double) {
            out.u8(tag + DOUBLE);
            out.f64((Double) value);
        } else {
            return false;
        }
        return true;
    }
}

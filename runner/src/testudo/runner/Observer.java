package testudo.runner;

import static testudo.runner.Protocol.Observation.*;
import static testudo.runner.Protocol.Primitive.*;

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
    /** The most elements of an array or collection that are told. */
    private static final int MOST_ELEMENTS = 32;

    private Observer() {
    }

    static int shape(Class<?> type) {
        return type == void.class ? NOTHING : type.isPrimitive() ? PRIMITIVE : REFERENCE;
    }

    static void undefined(Out out) {
        out.u8(UNDEFINED);
    }

    /**
     * Observes a variable of a given shape.
     *
     * @param others variables with values that are known by their places, and how many of them count
     */
    static void observe(Object value, int shape, Object[] others, int count, Out out) {
        if (shape == NOTHING) {
            out.u8(UNDEFINED);
        } else if (value != null && value.getClass().isArray()) {
            array(value, out);
        } else if (!element(value, shape == PRIMITIVE, out) && !container(value, out)) {
            opaque(value, others, count, out);
        }
    }

    private static void opaque(Object value, Object[] others, int count, Out out) {
        for (int i = 0; i < count; i++) {
            if (others[i] == value) {
                out.u8(SAME);
                out.varint(i);
                return;
            }
        }
        object(value, out);
    }

    /**
     * Whether an assertion can be made of what was written from a place on. A text in which the name of a stub's class is
     * tells of the run; of an object that tells nothing of itself it can be said that there is one.
     */
    static boolean isTelling(Out out, int start) {
        int tag = out.get(start);
        return tag == OBJECT || tag != UNDEFINED && !out.contains(start, Stub.MARK);
    }

    /** Whether an assertion of what one of them says at a place fails for what the other says that is not the same. */
    static boolean areTellingApart(Out out, int start, Out other) {
        return out.get(start) != OBJECT || other.get(0) == NULL;
    }

    private static void object(Object value, Out out) {
        out.u8(OBJECT);
        out.utf16(Names.of(value.getClass()));
    }

    private static void array(Object array, Out out) {
        int length = Array.getLength(array);
        if (length > MOST_ELEMENTS) {
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

    /** A list, set or map of the JDK whose elements can all be told; of those without an order, in one of their own. */
    private static boolean container(Object value, Out out) {
        if (value.getClass().getClassLoader() != null) {
            return false;
        }
        int start = out.size();
        try {
            return content(value, out);
        } catch (Throwable e) {
            // It is a view of a container of the user's, and what that throws may be anything: its budget is used up.
            out.truncate(start);
            return false;
        }
    }

    private static boolean content(Object value, Out out) {
        if (value instanceof List || value instanceof Set) {
            return elements((Collection<?>) value, out);
        }
        return value instanceof Map && map((Map<?, ?>) value, out);
    }

    private static boolean elements(Collection<?> values, Out out) {
        if (values.size() > MOST_ELEMENTS) {
            return false;
        }
        Object[] elements = values.toArray();
        boolean list = values instanceof List;
        if (!list && !isOrdered(values)) {
            if (!isSortable(elements)) {
                return false;
            }
            Arrays.sort(elements);
        }
        return elements(list ? LIST : SET, elements, out);
    }

    private static boolean map(Map<?, ?> map, Out out) {
        if (2 * map.size() > MOST_ELEMENTS) {
            return false;
        }
        Map<?, ?> ordered = map;
        if (!isOrdered(map)) {
            if (!isSortable(map.keySet().toArray())) {
                return false;
            }
            ordered = new TreeMap<Object, Object>(map);
        }
        List<Object> entries = new ArrayList<Object>();
        for (Map.Entry<?, ?> entry : ordered.entrySet()) {
            entries.add(entry.getKey());
            entries.add(entry.getValue());
        }
        return elements(MAP, entries.toArray(), out);
    }

    private static boolean elements(int tag, Object[] elements, Out out) {
        int start = out.size();
        out.u8(tag);
        out.varint(elements.length);
        for (Object element : elements) {
            if (!element(element, false, out)) {
                out.truncate(start);
                return false;
            }
        }
        return true;
    }

    private static boolean isOrdered(Object container) {
        return container instanceof LinkedHashSet || container instanceof LinkedHashMap
            || container instanceof SortedSet || container instanceof SortedMap;
    }

    /** Whether elements have an order of their own that can be had without calling code of the user's. */
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
        boolean harmless = elements[0] instanceof Enum || type.getClassLoader() == null;
        return harmless && elements[0] instanceof Comparable;
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

package testudo.runner.observation;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Hashes of the state of objects. If the hash is the same before and after a call, the call probably did not
 * change the objects. Also finds empty objects. This class calls no code under test.
 */
final class ObjectState {
    /** The state cannot be known, for example because an object reads a file. */
    static final long UNKNOWN = Long.MIN_VALUE;

    /** Maximum number of values that are read. */
    private static final int MAX_VALUES = 256;
    /** Collections and maps of the JDK whose iteration calls no code of their elements. */
    private static final List<Class<?>> CONTAINERS = Arrays.asList(
        ArrayList.class, LinkedList.class, ArrayDeque.class, HashSet.class, LinkedHashSet.class, TreeSet.class,
        HashMap.class, LinkedHashMap.class, TreeMap.class);
    /** The instance fields of a class and its superclasses. Null if a field cannot be read. */
    private static final ClassValue<Field[]> FIELDS = new ClassValue<Field[]>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return findFields(type);
        }
    };

    private final IdentityHashMap<Object, Integer> visited = new IdentityHashMap<>();
    private long hash = 1;
    private boolean isKnown = true;
    private int values;

    private ObjectState() {}

    /** Returns a hash of the state of an object and of other objects, or {@link #UNKNOWN}. */
    static long of(Object object, Object[] others) {
        ObjectState state = new ObjectState();
        try {
            state.add(object);
            for (Object other : others) {
                state.add(other);
            }
        } catch (IllegalAccessException | RuntimeException | LinkageError e) {
            return UNKNOWN;
        }
        return state.isKnown && state.hash != UNKNOWN ? state.hash : UNKNOWN;
    }

    /**
     * Returns whether an object has collections, maps, arrays or text buffers in its fields, and all of them
     * are empty. Returns false for null and for objects of the JDK.
     */
    static boolean isEmpty(Object object) {
        if (object == null || object.getClass().getClassLoader() == null) {
            return false;
        }
        Field[] fields = FIELDS.get(object.getClass());
        if (fields == null) {
            return false;
        }
        boolean hasContainer = false;
        try {
            for (Field field : fields) {
                int size = size(field.getType().isPrimitive() ? null : field.get(object));
                if (size > 0) {
                    return false;
                }
                hasContainer |= size == 0;
            }
        } catch (IllegalAccessException | RuntimeException e) {
            return false;
        }
        return hasContainer;
    }

    /** Returns the size of a collection, map, array or text buffer, or -1 for other values. */
    private static int size(Object value) {
        if (value == null) {
            return -1;
        }
        if (value.getClass().isArray()) {
            return Array.getLength(value);
        }
        if (value instanceof StringBuilder || value instanceof StringBuffer) {
            return ((CharSequence) value).length();
        }
        if (CONTAINERS.contains(value.getClass())) {
            return value instanceof Map ? ((Map<?, ?>) value).size() : ((Collection<?>) value).size();
        }
        return -1;
    }

    private void add(Object value) throws IllegalAccessException {
        isKnown &= ++values <= MAX_VALUES;
        if (!isKnown) {
            return;
        }
        if (value == null || isImmutable(value)) {
            addNumber(value == null ? 0 : value.hashCode());
        } else if (value instanceof Enum || value instanceof Class) {
            addNumber(System.identityHashCode(value));
        } else if (visited.containsKey(value)) {
            addNumber(visited.get(value));
        } else {
            visited.put(value, visited.size());
            addObject(value);
        }
    }

    private void addNumber(long number) {
        hash = hash * 31 + number;
    }

    private void addObject(Object object) throws IllegalAccessException {
        Class<?> type = object.getClass();
        if (type.isArray()) {
            addArray(object);
        } else if (object instanceof StringBuilder || object instanceof StringBuffer) {
            addNumber(object.toString().hashCode());
        } else if (CONTAINERS.contains(type)) {
            addContainer(object);
        } else if (type.getClassLoader() != null && FIELDS.get(type) != null) {
            for (Field field : FIELDS.get(type)) {
                add(field.get(object));
            }
        } else {
            isKnown = false;
        }
    }

    private void addArray(Object array) throws IllegalAccessException {
        int length = Array.getLength(array);
        addNumber(length);
        for (int i = 0; i < length && isKnown; i++) {
            add(Array.get(array, i));
        }
    }

    private void addContainer(Object container) throws IllegalAccessException {
        if (container instanceof Map) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) container).entrySet()) {
                add(entry.getKey());
                add(entry.getValue());
            }
        } else {
            for (Object element : (Collection<?>) container) {
                add(element);
            }
        }
    }

    private static boolean isImmutable(Object value) {
        boolean isNumber = value instanceof Number && value.getClass().getPackage() == Object.class.getPackage();
        return isNumber || value instanceof String || value instanceof Boolean || value instanceof Character;
    }

    private static Field[] findFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        try {
            for (Class<?> declaring = type; declaring != Object.class; declaring = declaring.getSuperclass()) {
                for (Field field : declaring.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        fields.add(field);
                    }
                }
            }
            Field[] found = fields.toArray(new Field[0]);
            AccessibleObject.setAccessible(found, true);
            return found;
        } catch (RuntimeException | LinkageError e) {
            return null;
        }
    }
}

package testudo.runner.state;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The objects that are reachable from a root object, with their saved state. The state of all these objects
 * is restored together.
 */
final class ObjectGraph {
    final Set<Object> objects = ReachableState.identitySet();
    final Snapshot snapshot = new Snapshot(Integer.MAX_VALUE);

    private final ReachableState reachableState;
    private final Object root;
    /** Reachable objects whose state has not been saved yet. */
    private final Deque<Object> queue = new ArrayDeque<Object>();

    ObjectGraph(ReachableState reachableState, Object root) {
        this.reachableState = reachableState;
        this.root = root;
    }

    /**
     * Saves the state of all reachable objects. Returns false if the state of an object cannot be saved, or
     * if there are more than {@code maxObjects} objects. Immutable objects of the JDK do not count.
     */
    boolean saveAll(int maxObjects) {
        queue.add(root);
        while (!queue.isEmpty() && objects.size() <= maxObjects) {
            Object next = queue.remove();
            if (reachableState.isNotRestorable(next)) {
                return false;
            }
            if (!reachableState.isRestorable(next) && !objects.contains(next) && !save(next)) {
                reachableState.markNotRestorable(next);
                return false;
            }
        }
        return queue.isEmpty();
    }

    /**
     * Saves the state of an object and queues the objects that it refers to. Returns false if the state
     * cannot be saved.
     */
    private boolean save(Object object) {
        try {
            return object.getClass().isArray() ? saveArray(object) : saveObject(object);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable unknown) {
            // For example, the class of a field is missing, or the object is a view of a collection whose
            // methods throw an exception.
            return false;
        }
    }

    /**
     * Adds the state of an object, unless the object is the root: {@link ReachableState#addValue} has already
     * saved the state of the root.
     */
    private void add(SavedState state, Object object) {
        if (object != root) {
            snapshot.add(state);
        }
    }

    private boolean saveArray(Object array) {
        objects.add(array);
        SavedState state = SavedState.of(array);
        if (state != null) {
            add(state, array);
        }
        if (state != null && array instanceof Object[] && !(array == root && isTable(array.getClass()))) {
            enqueue((Object[]) array);
        }
        return state != null || Array.getLength(array) == 0;
    }

    private boolean saveObject(Object object) throws IllegalAccessException {
        boolean isOfJdk = ReachableState.isOfJdk(object.getClass());
        SavedState state = object instanceof ThreadLocal ? null : SavedState.of(object);
        if (state != null) {
            add(state, object);
        }
        if (state != null || isOfJdk && isImmutableOrViewContainer(object)) {
            objects.add(object);
            enqueueElements(object);
            return true;
        }
        List<Field> fields = reachableState.fieldsOf(object.getClass());
        if (fields == null) {
            return false;
        }
        if (!isOfJdk) {
            objects.add(object);
        }
        for (Field field : fields) {
            add(field, object);
        }
        return true;
    }

    /**
     * Returns whether an array class has arrays of primitive values as elements. An array of such a class is
     * regarded as a constant table if it is the value of a static field.
     */
    static boolean isTable(Class<?> type) {
        Class<?> row = type.getComponentType();
        return row != null && row.isArray() && row.getComponentType().isPrimitive();
    }

    /** Returns whether an object is a collection or map that is immutable or a view. */
    private static boolean isImmutableOrViewContainer(Object object) {
        boolean isContainer = object instanceof Collection || object instanceof Map;
        return isContainer && SavedState.isImmutableOrView(object);
    }

    /** Saves a field of an object and queues its value. */
    private void add(Field field, Object owner) throws IllegalAccessException {
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        if (!isFinal) {
            snapshot.add(new SavedField(field, owner));
        }
        if (!field.getType().isPrimitive()) {
            Object value = field.get(owner);
            // A long array of primitive values in a final field is regarded as a constant table.
            if (isFinal && isLongPrimitiveArray(value)) {
                reachableState.tables.add(value);
            } else {
                enqueue(value);
            }
        }
    }

    /** Returns whether a value is an array of primitive values that is too long for a {@link SavedState}. */
    static boolean isLongPrimitiveArray(Object value) {
        return value != null
            && value.getClass().isArray()
            && !(value instanceof Object[])
            && Array.getLength(value) > SavedState.MAX_ARRAY_LENGTH;
    }

    /** Queues the elements of a collection, map or atomic variable. */
    private void enqueueElements(Object object) {
        if (object instanceof Collection) {
            enqueue(((Collection<?>) object).toArray());
        } else if (object instanceof Map) {
            enqueue(((Map<?, ?>) object).keySet().toArray());
            enqueue(((Map<?, ?>) object).values().toArray());
        } else if (object instanceof AtomicReference) {
            enqueue(((AtomicReference<?>) object).get());
        } else if (object instanceof AtomicReferenceArray) {
            AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) object;
            for (int i = 0; i < array.length(); i++) {
                enqueue(array.get(i));
            }
        }
    }

    private void enqueue(Object value) {
        if (value != null) {
            queue.add(value);
        }
    }

    private void enqueue(Object[] values) {
        for (Object value : values) {
            enqueue(value);
        }
    }
}

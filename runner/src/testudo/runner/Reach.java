package testudo.runner;

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

/** All that an object reaches and that is to be put back with it. */
final class Reach {
    /** The most objects, of the JDK's not changing ones apart. */
    private static final int MOST = 200;

    final Set<Object> objects = Held.identitySet();
    final Snapshot snapshot = new Snapshot();

    private final Held held;
    private final Object root;
    private final Deque<Object> ahead = new ArrayDeque<Object>();

    Reach(Held held, Object root) {
        this.held = held;
        this.root = root;
    }

    /** Whether it is known of all objects what they hold. */
    boolean isWhole() {
        ahead.add(root);
        while (!ahead.isEmpty() && objects.size() <= MOST) {
            Object next = ahead.remove();
            if (held.isRefused(next)) {
                return false;
            }
            if (!held.isWhole(next) && !objects.contains(next) && !isKnown(next)) {
                held.refuse(next);
                return false;
            }
        }
        return ahead.isEmpty();
    }

    private boolean isKnown(Object object) {
        try {
            return object.getClass().isArray() ? isKnownArray(object) : isKnownObject(object);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable unknown) {
            // For example the class of a field is missing, or it is a view of a collection that throws.
            return false;
        }
    }

    /** That of the object that is reached from is noted already. */
    private void add(Content content, Object object) {
        if (object != root) {
            snapshot.add(content);
        }
    }

    private boolean isKnownArray(Object array) {
        objects.add(array);
        Content content = Content.of(array);
        if (content != null) {
            add(content, array);
        }
        if (content != null && array instanceof Object[] && !(array == root && isTable(array.getClass()))) {
            follow((Object[]) array);
        }
        return content != null || Array.getLength(array) == 0;
    }

    private boolean isKnownObject(Object object) throws IllegalAccessException {
        boolean isOfJdk = Held.isOfJdk(object.getClass());
        Content content = object instanceof ThreadLocal ? null : Content.of(object);
        if (content != null) {
            add(content, object);
        }
        if (content != null || isOfJdk && isFixed(object)) {
            objects.add(object);
            followElements(object);
            return true;
        }
        List<Field> its = held.fieldsOf(object.getClass());
        if (its == null) {
            return false;
        }
        if (!isOfJdk) {
            objects.add(object);
        }
        for (Field field : its) {
            add(field, object);
        }
        return true;
    }

    /** Whether arrays of the class are arrays of arrays of numbers: what a static field has of these, nobody writes. */
    private static boolean isTable(Class<?> type) {
        Class<?> row = type.getComponentType();
        return row.isArray() && row.getComponentType().isPrimitive();
    }

    /** Whether it is a collection or map that does not change by itself. */
    private static boolean isFixed(Object object) {
        return (object instanceof Collection || object instanceof Map) && Content.isView(object);
    }

    private void add(Field field, Object owner) throws IllegalAccessException {
        boolean isFinal = Modifier.isFinal(field.getModifiers());
        if (!isFinal) {
            snapshot.add(new Variable(field, owner));
        }
        if (!field.getType().isPrimitive()) {
            Object value = field.get(owner);
            // One that stays the same is a table that nobody writes.
            if (!isFinal || !isLongArrayOfNumbers(value)) {
                follow(value);
            }
        }
    }

    private static boolean isLongArrayOfNumbers(Object value) {
        return value != null
            && value.getClass().isArray()
            && !(value instanceof Object[])
            && Content.of(value) == null;
    }

    private void followElements(Object object) {
        if (object instanceof Collection) {
            follow(((Collection<?>) object).toArray());
        } else if (object instanceof Map) {
            follow(((Map<?, ?>) object).keySet().toArray());
            follow(((Map<?, ?>) object).values().toArray());
        } else if (object instanceof AtomicReference) {
            follow(((AtomicReference<?>) object).get());
        } else if (object instanceof AtomicReferenceArray) {
            AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) object;
            for (int i = 0; i < array.length(); i++) {
                follow(array.get(i));
            }
        }
    }

    private void follow(Object value) {
        if (value != null) {
            ahead.add(value);
        }
    }

    private void follow(Object[] values) {
        for (Object value : values) {
            follow(value);
        }
    }
}

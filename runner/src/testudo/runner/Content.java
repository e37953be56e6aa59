package testudo.runner;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What there is at one time, to be put back later: the value of a {@link Variable}; or what an object of the JDK holds: a short
 * array, atomic or not; a collection or map, of which only a changed size is noticed where it is great; an atomic number or reference. What
 * is in a variable of a thread is forgotten, what the initialiser put there, too.
 */
abstract class Content {
    /** The longest array that is put back; longer ones are tables that nobody writes. */
    private static final int LONGEST_ARRAY = 1024;

    /** The longest one that is short. */
    private static final int SHORT_ARRAY = 64;

    /** Elements of an array that are put back in the time that a field takes; and of a collection that are compared. */
    private static final int AT_A_TIME = 16;
    private static final int COMPARED_AT_A_TIME = 4;

    /** The greatest collection or map of which more than another size is noticed. */
    private static final int GREATEST_COMPARED = 64;

    /** The greatest collection or map that is put back. */
    private static final int GREATEST_COLLECTION = 10_000;

    /** The content of an object, or null if it is of no kind that is put back. */
    static Content of(Object value) {
        if (value == null) {
            return null;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            int length = Array.getLength(value);
            return 0 < length && length <= LONGEST_ARRAY ? new OfArray(value, length) : null;
        }
        if (value instanceof ThreadLocal) {
            return new OfThread((ThreadLocal<?>) value);
        }
        // Collections of other libraries may be immutable, lazy or endless.
        if (!type.getName().startsWith("java.util.") || isView(value)) {
            return null;
        }
        if (value instanceof Collection) {
            Collection<?> collection = (Collection<?>) value;
            return collection.size() <= GREATEST_COLLECTION ? new OfCollection(collection) : null;
        }
        if (value instanceof Map) {
            Map<?, ?> map = (Map<?, ?>) value;
            return map.size() <= GREATEST_COLLECTION ? new OfMap(map) : null;
        }
        return ofAtomic(value);
    }

    /** Whether a collection or map of the JDK does not change, or is a view of another: it cannot be cleared and filled again. */
    static boolean isView(Object collection) {
        if (collection instanceof ConcurrentHashMap.KeySetView) {
            return ((ConcurrentHashMap.KeySetView<?, ?>) collection).getMappedValue() == null;
        }
        String name = collection.getClass().getName();
        return name.indexOf('$') > 0
            && !name.startsWith("java.util.Collections$Synchronized")
            && !name.startsWith("java.util.Collections$Checked")
            && !name.equals("java.util.Collections$SetFromMap");
    }

    private static Content ofAtomic(Object value) {
        if (value instanceof AtomicInteger) {
            return new OfInteger((AtomicInteger) value);
        }
        if (value instanceof AtomicLong) {
            return new OfLong((AtomicLong) value);
        }
        if (value instanceof AtomicBoolean) {
            return new OfBoolean((AtomicBoolean) value);
        }
        if (value instanceof AtomicReference) {
            return new OfReference((AtomicReference<?>) value);
        }
        if (value instanceof AtomicReferenceArray && ((AtomicReferenceArray<?>) value).length() <= LONGEST_ARRAY) {
            return new OfReferences((AtomicReferenceArray<?>) value);
        }
        return null;
    }

    /** Puts it back. May throw anything that the object's methods throw. */
    abstract void restore() throws IllegalAccessException;

    /** Whether it is put back in next to no time. */
    boolean isShort() {
        return true;
    }

    /** Which group it belongs to: see {@link Snapshot}. */
    int kind() {
        return Snapshot.OTHERS;
    }

    /** What it costs to put it back: one, or more for a long array. */
    int cost() {
        return 1;
    }

    private static int compared(int size) {
        return 1 + (size <= GREATEST_COMPARED ? size / COMPARED_AT_A_TIME : 0);
    }

    /** Whether these are the elements of a collection of as many, in that order. */
    private static boolean areIn(Object[] saved, Collection<?> collection) {
        int i = 0;
        for (Object element : collection) {
            if (i == saved.length || element != saved[i++]) {
                return false;
            }
        }
        return i == saved.length;
    }

    private static final class OfArray extends Content {
        private final Object array;
        private final Object saved;
        private final int length;

        OfArray(Object array, int length) {
            this.array = array;
            this.length = length;
            saved = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, saved, 0, length);
        }

        @Override
        void restore() {
            System.arraycopy(saved, 0, array, 0, length);
        }

        @Override
        int kind() {
            return Snapshot.ARRAYS;
        }

        @Override
        boolean isShort() {
            return length <= SHORT_ARRAY;
        }

        @Override
        int cost() {
            return 1 + length / AT_A_TIME;
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfCollection extends Content {
        private final Collection<Object> collection;
        private final Object[] saved;

        OfCollection(Collection<?> collection) {
            this.collection = (Collection<Object>) collection;
            saved = collection.toArray();
        }

        @Override
        void restore() {
            if (collection.size() != saved.length || saved.length <= GREATEST_COMPARED && !areIn(saved, collection)) {
                collection.clear();
                collection.addAll(Arrays.asList(saved));
            }
        }

        @Override
        int kind() {
            return collection instanceof Set ? Snapshot.TABLES : Snapshot.OTHERS;
        }

        @Override
        int cost() {
            return compared(saved.length);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfMap extends Content {
        private final Map<Object, Object> map;
        private final Object[] keys;
        private final Object[] values;

        OfMap(Map<?, ?> map) {
            this.map = (Map<Object, Object>) map;
            keys = map.keySet().toArray();
            values = map.values().toArray();
        }

        @Override
        void restore() {
            if (map.size() != keys.length
                || keys.length <= GREATEST_COMPARED && !(areIn(keys, map.keySet()) && areIn(values, map.values()))) {
                map.clear();
                for (int i = 0; i < keys.length; i++) {
                    map.put(keys[i], values[i]);
                }
            }
        }

        @Override
        int kind() {
            return Snapshot.TABLES;
        }

        @Override
        int cost() {
            return 2 * compared(keys.length);
        }
    }

    private static final class OfThread extends Content {
        private final ThreadLocal<?> variable;

        OfThread(ThreadLocal<?> variable) {
            this.variable = variable;
        }

        @Override
        void restore() {
            variable.remove();
        }
    }

    private static final class OfInteger extends Content {
        private final AtomicInteger atomic;
        private final int saved;

        OfInteger(AtomicInteger atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class OfLong extends Content {
        private final AtomicLong atomic;
        private final long saved;

        OfLong(AtomicLong atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class OfBoolean extends Content {
        private final AtomicBoolean atomic;
        private final boolean saved;

        OfBoolean(AtomicBoolean atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfReference extends Content {
        private final AtomicReference<Object> atomic;
        private final Object saved;

        OfReference(AtomicReference<?> atomic) {
            this.atomic = (AtomicReference<Object>) atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfReferences extends Content {
        private final AtomicReferenceArray<Object> atomic;
        private final Object[] saved;

        OfReferences(AtomicReferenceArray<?> atomic) {
            this.atomic = (AtomicReferenceArray<Object>) atomic;
            saved = new Object[atomic.length()];
            for (int i = 0; i < saved.length; i++) {
                saved[i] = atomic.get(i);
            }
        }

        @Override
        void restore() {
            for (int i = 0; i < saved.length; i++) {
                if (atomic.get(i) != saved[i]) {
                    atomic.set(i, saved[i]);
                }
            }
        }
    }
}

package testudo.runner;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What an object of the JDK holds at one time, to be put back later: a short array, atomic or not; a collection or map, of which
 * only a changed size is noticed; an atomic number or reference. What is in a variable of a thread is
 * forgotten, what the initialiser put there, too.
 */
abstract class Content {
    /** The longest array that is put back; longer ones are tables that nobody writes. */
    private static final int LONGEST_ARRAY = 64;

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
        if (!type.getName().startsWith("java.util.")) {
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
    abstract void restore();

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
            if (collection.size() != saved.length) {
                collection.clear();
                collection.addAll(Arrays.asList(saved));
            }
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
            if (map.size() != keys.length) {
                map.clear();
                for (int i = 0; i < keys.length; i++) {
                    map.put(keys[i], values[i]);
                }
            }
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

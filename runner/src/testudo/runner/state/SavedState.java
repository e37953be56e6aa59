package testudo.runner.state;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The saved state of a field, an array or an object of the JDK. Saved objects of the JDK are collections,
 * maps, lists made by {@link Arrays#asList}, and {@linkplain SavedAtomics atomic variables}. In a large
 * collection or map, only a change of the size is detected. The value of a {@link ThreadLocal} is not saved,
 * but removed after each test, even if a static initialiser set the value.
 */
abstract class SavedState {
    /** Maximum length of a saved array. Longer arrays of primitive values are regarded as constant tables. */
    static final int MAX_ARRAY_LENGTH = 1024;

    /** Maximum length of a short array: see {@link #isShort}. */
    private static final int MAX_SHORT_LENGTH = 64;

    /** Number of array elements that take as long to restore as one field. */
    private static final int ELEMENTS_PER_COST = 16;
    /** Number of elements of a collection whose comparison takes as long as restoring one field. */
    private static final int COMPARISONS_PER_COST = 4;

    /**
     * Maximum size of a collection or map whose elements are compared. In a larger collection or map, only a
     * change of the size is detected.
     */
    private static final int MAX_COMPARED_SIZE = 64;

    /** Maximum size of a saved collection or map. */
    private static final int MAX_COLLECTION_SIZE = 10_000;

    /**
     * Class of the lists made by {@link Arrays#asList}. Their elements can be replaced, but their size is
     * fixed.
     */
    private static final Class<?> ARRAYS_LIST = Arrays.asList().getClass();

    /** Saves the state of an object. Returns null if the state of such objects is not saved. */
    static SavedState of(Object value) {
        if (value == null) {
            return null;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            int length = Array.getLength(value);
            return 0 < length && length <= MAX_ARRAY_LENGTH ? new SavedArray(value, length) : null;
        }
        if (value instanceof ThreadLocal) {
            return new SavedThreadLocal((ThreadLocal<?>) value);
        }
        if (type == ARRAYS_LIST) {
            List<?> list = (List<?>) value;
            return list.size() <= MAX_ARRAY_LENGTH ? new SavedArraysList(list) : null;
        }
        // Collections of other libraries can be immutable, lazy or infinite.
        if (!type.getName().startsWith("java.util.") || isImmutableOrView(value)) {
            return null;
        }
        if (value instanceof Collection) {
            Collection<?> collection = (Collection<?>) value;
            return collection.size() <= MAX_COLLECTION_SIZE ? new SavedCollection(collection) : null;
        }
        if (value instanceof Map) {
            Map<?, ?> map = (Map<?, ?>) value;
            return map.size() <= MAX_COLLECTION_SIZE ? new SavedMap(map) : null;
        }
        return SavedAtomics.of(value);
    }

    /**
     * Returns whether a collection or map of the JDK is immutable or a view of another collection or map.
     * Such an object cannot be cleared and filled again.
     */
    static boolean isImmutableOrView(Object collection) {
        if (collection instanceof ConcurrentHashMap.KeySetView) {
            return ((ConcurrentHashMap.KeySetView<?, ?>) collection).getMappedValue() == null;
        }
        String name = collection.getClass().getName();
        return name.indexOf('$') > 0
            && !name.startsWith("java.util.Collections$Synchronized")
            && !name.startsWith("java.util.Collections$Checked")
            && !name.equals("java.util.Collections$SetFromMap");
    }

    /**
     * Returns whether a value that was saved was replaced or removed. Other code can depend on the saved
     * value, such as the existing tests of a project. Additions are harmless, for example to a cache, with
     * two exceptions: null, and an object of the class path in a collection. Such an object is often a
     * listener.
     */
    boolean isOverwritten() throws IllegalAccessException {
        return false;
    }

    /** Restores the state. Can throw any exception that the object's methods throw. */
    abstract void restore() throws IllegalAccessException;

    /** Returns whether the state can be restored in a negligible time. */
    boolean isShort() {
        return true;
    }

    /** Returns the group to which the state belongs: a constant of {@link Snapshot}. */
    int group() {
        return Snapshot.OTHERS;
    }

    /** Returns the cost of restoring the state. The unit is the cost of restoring one field. */
    int cost() {
        return 1;
    }

    /** Returns the cost of comparing the elements of a collection of a given size: see {@link #cost}. */
    private static int comparisonCost(int size) {
        return 1 + (size <= MAX_COMPARED_SIZE ? size / COMPARISONS_PER_COST : 0);
    }

    /** Returns whether a map has all saved entries, and null only where the saved entries have it. */
    private static boolean hasEntries(Object[] keys, Object[] values, Map<?, ?> map) {
        Map<Object, Object> missing = new IdentityHashMap<Object, Object>();
        for (int i = 0; i < keys.length; i++) {
            missing.put(keys[i], values[i]);
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            boolean isSaved = missing.containsKey(entry.getKey());
            boolean isSame = isSaved
                ? missing.remove(entry.getKey()) == entry.getValue()
                : entry.getKey() != null && entry.getValue() != null;
            if (!isSame) {
                return false;
            }
        }
        return missing.isEmpty();
    }

    /** Returns whether a collection has all saved elements, and otherwise only objects of the JDK. */
    private static boolean hasElements(Object[] saved, Collection<?> collection) {
        Set<Object> known = ReachableState.identitySet();
        known.addAll(Arrays.asList(saved));
        Set<Object> missing = ReachableState.identitySet();
        missing.addAll(known);
        for (Object element : collection) {
            boolean isHarmless = element != null && ReachableState.isOfJdk(element.getClass());
            if (!isHarmless && !known.contains(element)) {
                return false;
            }
            missing.remove(element);
        }
        return missing.isEmpty();
    }

    /** Returns whether a collection contains exactly the saved elements in the saved order. */
    private static boolean isContentOf(Object[] saved, Collection<?> collection) {
        int i = 0;
        for (Object element : collection) {
            if (i == saved.length || element != saved[i++]) {
                return false;
            }
        }
        return i == saved.length;
    }

    private static final class SavedArray extends SavedState {
        private final Object array;
        private final Object saved;
        private final int length;

        SavedArray(Object array, int length) {
            this.array = array;
            this.length = length;
            saved = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, saved, 0, length);
        }

        /** Arrays of objects are often caches, so only arrays of primitive values count. */
        @Override
        boolean isOverwritten() {
            if (array instanceof Object[]) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                Object value = Array.get(saved, i);
                if (!SavedField.isDefault(value) && !value.equals(Array.get(array, i))) {
                    return true;
                }
            }
            return false;
        }

        @Override
        void restore() {
            System.arraycopy(saved, 0, array, 0, length);
        }

        @Override
        int group() {
            return Snapshot.ARRAYS;
        }

        @Override
        boolean isShort() {
            return length <= MAX_SHORT_LENGTH;
        }

        @Override
        int cost() {
            return 1 + length / ELEMENTS_PER_COST;
        }
    }

    @SuppressWarnings("unchecked")
    private static final class SavedArraysList extends SavedState {
        private final List<Object> list;
        private final Object[] saved;

        SavedArraysList(List<?> list) {
            this.list = (List<Object>) list;
            saved = list.toArray();
        }

        @Override
        boolean isOverwritten() {
            return saved.length <= MAX_COMPARED_SIZE && !hasElements(saved, list);
        }

        @Override
        void restore() {
            for (int i = 0; i < saved.length; i++) {
                if (list.get(i) != saved[i]) {
                    list.set(i, saved[i]);
                }
            }
        }

        @Override
        boolean isShort() {
            return saved.length <= MAX_SHORT_LENGTH;
        }

        @Override
        int cost() {
            return 1 + saved.length / COMPARISONS_PER_COST;
        }
    }

    @SuppressWarnings("unchecked")
    private static final class SavedCollection extends SavedState {
        private final Collection<Object> collection;
        private final Object[] saved;

        SavedCollection(Collection<?> collection) {
            this.collection = (Collection<Object>) collection;
            saved = collection.toArray();
        }

        @Override
        boolean isOverwritten() {
            return saved.length <= MAX_COMPARED_SIZE
                ? !hasElements(saved, collection)
                : collection.size() < saved.length;
        }

        @Override
        void restore() {
            if (collection.size() != saved.length
                || saved.length <= MAX_COMPARED_SIZE && !isContentOf(saved, collection)) {
                collection.clear();
                collection.addAll(Arrays.asList(saved));
            }
        }

        @Override
        int group() {
            return collection instanceof Set ? Snapshot.SETS_AND_MAPS : Snapshot.OTHERS;
        }

        @Override
        int cost() {
            return comparisonCost(saved.length);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class SavedMap extends SavedState {
        private final Map<Object, Object> map;
        private final Object[] keys;
        private final Object[] values;

        SavedMap(Map<?, ?> map) {
            this.map = (Map<Object, Object>) map;
            keys = map.keySet().toArray();
            values = map.values().toArray();
        }

        @Override
        boolean isOverwritten() {
            return keys.length <= MAX_COMPARED_SIZE ? !hasEntries(keys, values, map) : map.size() < keys.length;
        }

        @Override
        void restore() {
            if (map.size() != keys.length || keys.length <= MAX_COMPARED_SIZE && !isUnchanged()) {
                map.clear();
                for (int i = 0; i < keys.length; i++) {
                    map.put(keys[i], values[i]);
                }
            }
        }

        private boolean isUnchanged() {
            return isContentOf(keys, map.keySet()) && isContentOf(values, map.values());
        }

        @Override
        int group() {
            return Snapshot.SETS_AND_MAPS;
        }

        @Override
        int cost() {
            return 2 * comparisonCost(keys.length);
        }
    }

    private static final class SavedThreadLocal extends SavedState {
        private final ThreadLocal<?> variable;

        SavedThreadLocal(ThreadLocal<?> variable) {
            this.variable = variable;
        }

        @Override
        void restore() {
            variable.remove();
        }
    }
}

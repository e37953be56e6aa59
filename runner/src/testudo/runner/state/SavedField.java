package testudo.runner.state;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Set;

/** The saved value of a field that is not final: a static field or a field of an object. */
final class SavedField extends SavedState {
    private final Field field;
    /** Object that has the field, or null for a static field. */
    private final Object owner;
    private final Object savedValue;

    /** Saves the value of a field. The field must be accessible. */
    SavedField(Field field, Object owner) throws IllegalAccessException {
        this.field = field;
        this.owner = owner;
        savedValue = field.get(owner);
    }

    @Override
    int group() {
        return Snapshot.FIELDS;
    }

    /**
     * A field that had its default value is often set when it is first used. A static number that grows is
     * often a counter. An array of objects that is replaced by an array with the same and further objects is
     * often a growing cache.
     */
    @Override
    boolean isOverwritten() throws IllegalAccessException {
        Object value = field.get(owner);
        if (!field.getType().isPrimitive()) {
            return savedValue != null && value != savedValue && !hasElementsOf(savedValue, value);
        }
        boolean isCounter = owner == null
            && value instanceof Number
            && ((Number) value).doubleValue() > ((Number) savedValue).doubleValue();
        return !isDefault(savedValue) && !isCounter && !value.equals(savedValue);
    }

    /** Returns whether two values are arrays of objects, and the second has all objects of the first. */
    private static boolean hasElementsOf(Object first, Object second) {
        if (!(first instanceof Object[] && second instanceof Object[])) {
            return false;
        }
        Set<Object> elements = ReachableState.identitySet();
        elements.addAll(Arrays.asList((Object[]) second));
        elements.add(null);
        return elements.containsAll(Arrays.asList((Object[]) first));
    }

    /** Returns whether a boxed primitive value is the value of a field that was never written. */
    static boolean isDefault(Object value) {
        return value instanceof Number
            ? ((Number) value).doubleValue() == 0
            : value.equals(false) || value.equals('\0');
    }

    @Override
    void restore() throws IllegalAccessException {
        field.set(owner, savedValue);
    }
}

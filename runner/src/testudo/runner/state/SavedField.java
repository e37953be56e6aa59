package testudo.runner.state;

import java.lang.reflect.Field;

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

    @Override
    void restore() throws IllegalAccessException {
        field.set(owner, savedValue);
    }
}

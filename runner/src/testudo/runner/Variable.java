package testudo.runner;

import java.lang.reflect.Field;

/** What a field that is not final held at one time: a static one, or one of an object. */
final class Variable extends Content {
    private final Field field;
    /** Whose field it is, or null for a static one. */
    private final Object owner;
    private final Object saved;

    /** The field must be accessible. */
    Variable(Field field, Object owner) throws IllegalAccessException {
        this.field = field;
        this.owner = owner;
        saved = field.get(owner);
    }

    @Override
    int kind() {
        return Snapshot.FIELDS;
    }

    @Override
    void restore() throws IllegalAccessException {
        field.set(owner, saved);
    }
}

package testudo.runner;

import java.lang.reflect.Field;

/** A field that is not final, and the value to put back. */
final class Variable {
    private final Object owner;
    private final Field field;
    private final Object saved;

    /** That of an object, or a static one where there is none, with the value that it has now. */
    Variable(Object owner, Field field, Object value) {
        this.owner = owner;
        this.field = field;
        saved = value;
    }

    void restore() throws IllegalAccessException {
        field.set(owner, saved);
    }
}

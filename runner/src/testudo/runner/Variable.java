package testudo.runner;

import java.lang.reflect.Field;

/** A field that is not final, and the value to put back. */
final class Variable {
    private final Object owner;
    private final Field field;
    private Object saved;

    /** That of an object, or a static one where there is none, with the value that it has now. */
    Variable(Object owner, Field field, Object value) {
        this.owner = owner;
        this.field = field;
        saved = value;
    }

    Object value() throws IllegalAccessException {
        return field.get(owner);
    }

    void restore() throws IllegalAccessException {
        field.set(owner, saved);
    }

    /** Keeps what it has now, unless it had that at another time. */
    void keepUnless(Object before) throws IllegalAccessException {
        Object now = value();
        boolean isSame = now == before || field.getType().isPrimitive() && now.equals(before);
        if (!isSame) {
            saved = now;
        }
    }
}

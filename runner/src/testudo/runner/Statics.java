package testudo.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts static fields back to what they were when their class was initialised, so that no test sees what another did.
 *
 * <p>Objects keep their identity, so that singletons and enum constants stay what they are; what their own fields hold
 * is not put back. Only the {@link Content} of some objects of the JDK is. What refuses to be put back stays as it is.
 */
public final class Statics {
    /**
     * Whether a static field may have changed since the last {@link #restore}. Instrumented code sets it where it
     * writes one, other than in static initialisers.
     */
    public static boolean changed;

    private static final List<Variable> variables = new ArrayList<Variable>();
    private static final List<Content> contents = new ArrayList<Content>();

    private Statics() {}

    /** A field that is not final, and its value when the class was initialised. */
    private static final class Variable {
        final Field field;
        final Object value;

        Variable(Field field, Object value) {
            this.field = field;
            this.value = value;
        }
    }

    /** To be called at the end of a class's static initialiser, once. */
    public static synchronized void snapshot(Class<?> type) {
        try {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    snapshot(field);
                }
            }
            Chance.kept();
        } catch (Throwable refused) {
            // For example a field's type is missing: nothing of this may fail the initialiser that calls.
        }
    }

    private static void snapshot(Field field) throws IllegalAccessException {
        field.setAccessible(true);
        Object value = field.get(null);
        if (!Modifier.isFinal(field.getModifiers())) {
            variables.add(new Variable(field, value));
        }
        Chance.keep(field, value);
        Content content = Content.of(value);
        if (content != null) {
            contents.add(content);
        }
    }

    /** To be called after each test. It may run code under test, such as the {@code hashCode} of keys. */
    public static synchronized void restore() {
        Budget.pause();
        if (changed) {
            restoreVariables();
        }
        restoreContents();
        Budget.resume();
    }

    private static void restoreVariables() {
        changed = false;
        for (int i = variables.size() - 1; i >= 0; i--) {
            Variable variable = variables.get(i);
            try {
                variable.field.set(null, variable.value);
            } catch (Throwable refused) {
                variables.remove(i);
            }
        }
    }

    private static void restoreContents() {
        for (int i = contents.size() - 1; i >= 0; i--) {
            try {
                contents.get(i).restore();
            } catch (Throwable refused) {
                if (Budget.initialiserCut()) {
                    return; // It did not end, and the JVM goes.
                }
                contents.remove(i); // For example an unmodifiable view of another collection.
            }
        }
    }
}

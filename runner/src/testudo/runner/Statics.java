package testudo.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts static fields back to what they were when their class was initialised, so that no test sees what another did.
 *
 * <p>Objects keep their identity, so that singletons and enum constants stay what they are; what they have in their own fields is
 * put back as far as they are {@link Held}, and the {@link Content} of some objects of the JDK. What refuses to be put back stays as
 * it is. What the initialiser of another class changes is put back, too: whether that ran before a test hangs on the worker.
 */
public final class Statics {
    /**
     * Whether a static field may have changed since the last {@link #restore}. Instrumented code sets it where it
     * writes one, other than in static initialisers.
     */
    public static boolean changed;

    /** The same of fields of objects; constructors, which write those of their own, do not tell. */
    public static boolean written;

    private static final List<Variable> variables = new ArrayList<Variable>();
    private static final List<Variable> held = new ArrayList<Variable>();
    private static final List<Content> contents = new ArrayList<Content>();
    private static final Held objects = new Held(held, contents);

    private Statics() {}

    /** To be called at the end of a class's static initialiser, once. */
    public static synchronized void snapshot(Class<?> type) {
        try {
            List<Object> values = new ArrayList<Object>();
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    values.add(snapshot(field));
                }
            }
            objects.add(values, type.getClassLoader());
            Chance.kept();
        } catch (Throwable refused) {
            // For example a field's type is missing: nothing of this may fail the initialiser that calls.
        }
    }

    private static Object snapshot(Field field) throws IllegalAccessException {
        field.setAccessible(true);
        Object value = field.get(null);
        if (!Modifier.isFinal(field.getModifiers())) {
            variables.add(new Variable(null, field, value));
        }
        Chance.keep(field, value);
        Content content = Content.of(value);
        if (content != null) {
            contents.add(content);
        }
        return value;
    }

    /** To be called after each test. It may run code under test, such as the {@code hashCode} of keys. */
    public static synchronized void restore() {
        Budget.pause();
        if (changed) {
            changed = false;
            restore(variables);
        }
        if (written) {
            written = false;
            restore(held);
        }
        restoreContents();
        Budget.resume();
    }

    private static void restore(List<Variable> variables) {
        for (int i = variables.size() - 1; i >= 0; i--) {
            try {
                variables.get(i).restore();
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

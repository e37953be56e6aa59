package testudo.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts static fields back to what they were when their class was initialised, and what their objects hold, so that no test
 * sees what another did.
 *
 * <p>Objects keep their identity, so that singletons and enum constants stay what they are. What refuses to be put back stays
 * as it is.
 */
public final class Statics {
    /**
     * Whether a static field may have changed since the last {@link #restore}. Instrumented code sets it where it
     * writes one, other than in static initialisers, behind which it is set in any case.
     */
    public static boolean changed;

    /** The same of fields of objects, other than ones that are being made. */
    public static boolean written;

    /** The same of elements of arrays, in each method that may write one or have it written. */
    public static boolean stored;

    private static final Contents variables = new Contents();
    private static final Held held = new Held();
    private static boolean hasFailed;

    private Statics() {}

    /** To be called at the end of a class's static initialiser, once. Nothing of this fails the initialiser that calls. */
    public static synchronized void snapshot(Class<?> type) {
        try {
            for (Field field : fields(type)) {
                note(field);
            }
            Chance.kept();
        } catch (Throwable unknown) {
            failed(unknown); // For example a field's type is missing.
        }
        if (!Initialisers.areUnderWay()) {
            settle();
        }
    }

    private static void note(Field field) {
        try {
            if (!Modifier.isFinal(field.getModifiers())) {
                variables.add(new Variable(field, null));
            }
            Object value = field.get(null);
            Chance.keep(field, value);
            held.note(value);
        } catch (Throwable unknown) {
            failed(unknown); // For example it is a view of a collection that throws.
        }
    }

    /** No initialiser runs any more, so the objects that they made are complete. */
    static synchronized void settle() {
        try {
            held.settle();
        } catch (Throwable unknown) {
            failed(unknown);
        }
    }

    private static void failed(Throwable reason) {
        hasFailed |= reason instanceof VirtualMachineError;
    }

    /** Whether there was no stack or memory left to note what there is: then other tests would see what this one does. */
    static boolean hasFailed() {
        return hasFailed;
    }

    /** Something may have changed that nothing tells of. */
    static void doubt() {
        changed = true;
        written = true;
        stored = true;
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<Field>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return fields;
    }

    /** To be called after each test. It may run code under test, such as the {@code hashCode} of keys. */
    public static synchronized void restore() {
        Budget.pause();
        boolean wasWritten = written;
        boolean wasStored = stored;
        written = false;
        stored = false;
        if (changed) {
            changed = false;
            variables.restore();
        }
        held.snapshot.restore(wasWritten, wasStored);
        Initialisers.leave();
        Budget.resume();
    }
}

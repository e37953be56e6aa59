package testudo.runner.observation;

import java.lang.reflect.Field;
import testudo.runner.message.MessageReader;
import testudo.runner.probe.Probe;

/** Specifies what to record of the calls of a method or constructor. */
public final class WatchedCalls {
    /** Value of {@link Probe#called} during the call. */
    public final int family;
    /** Whether to record summaries of the arguments and the result. */
    final boolean recordsValues;
    /** Kinds of the types of the arguments: see {@link ValueSummary}. */
    int[] parameterKinds;
    /** Kind of the type of the result. */
    int resultKind;
    /** Fields of the result to record; null for a field that does not exist. */
    Field[] resultFields;

    private final String[] classes;
    private final String[] names;

    private WatchedCalls(int family, MessageReader in) {
        this.family = family;
        recordsValues = in.u8() != 0;
        int count = in.count();
        classes = new String[count];
        names = new String[count];
        for (int i = 0; i < count; i++) {
            classes[i] = in.utf16();
            names[i] = in.utf16();
        }
    }

    /** Reads the specification of a member. Returns null if its calls are not watched. */
    public static WatchedCalls read(MessageReader in) {
        int family = in.varint() - 1;
        return family < 0 ? null : new WatchedCalls(family, in);
    }

    /** Stores the kinds of the types of arguments and result, and looks up the fields. */
    public void find(Class<?>[] types, Class<?> returned, ClassLoader loader) {
        parameterKinds = new int[types.length];
        for (int i = 0; i < types.length; i++) {
            parameterKinds[i] = ValueSummary.kind(types[i]);
        }
        resultKind = ValueSummary.kind(returned);
        resultFields = new Field[names.length];
        for (int i = 0; i < names.length; i++) {
            resultFields[i] = findField(classes[i], names[i], loader);
        }
    }

    private static Field findField(String type, String name, ClassLoader loader) {
        try {
            Field field = Class.forName(type, false, loader).getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // The values of the field stay unknown.
            return null;
        }
    }
}

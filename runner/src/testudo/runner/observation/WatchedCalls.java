package testudo.runner.observation;

import java.lang.reflect.Field;
import testudo.runner.message.MessageReader;
import testudo.runner.probe.Probe;

/** Specifies which values the runner records for each call of a method or constructor. */
public final class WatchedCalls {
    /** Value of {@link Probe#called} before the call: the family of the called method. */
    public final int family;
    /** Whether to record summaries of the arguments and the result. */
    final boolean recordsValues;
    /** Kinds of the types of the arguments: see {@link ValueSummary}. */
    int[] parameterKinds;
    /** Kind of the type of the result. */
    int resultKind;
    /** Fields of the result to record. An element is null if the field does not exist. */
    Field[] resultFields;

    /** By field of the result: the name of its declaring class, with dots. */
    private final String[] classes;
    /** By field of the result: its name. */
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

    /**
     * Determines the kinds of the types of the arguments and of the result, and looks up the fields of the
     * result.
     */
    public void resolve(Class<?>[] parameterTypes, Class<?> resultType, ClassLoader loader) {
        parameterKinds = new int[parameterTypes.length];
        for (int i = 0; i < parameterTypes.length; i++) {
            parameterKinds[i] = ValueSummary.kind(parameterTypes[i]);
        }
        resultKind = ValueSummary.kind(resultType);
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
            // The facets of the field are then unknown.
            return null;
        }
    }
}

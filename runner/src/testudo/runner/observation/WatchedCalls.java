package testudo.runner.observation;

import java.lang.reflect.Field;
import testudo.runner.message.MessageReader;
import testudo.runner.probe.Probe;

/** The specification of the values that the runner records for each call of a method or constructor. */
public final class WatchedCalls {
    /** Value of {@link Probe#called} before the call: the family of the called method. */
    public final int family;
    /** Whether to record summaries of the arguments and the result. */
    final boolean recordsValues;
    /** Kinds of the static types of the arguments: see {@link ValueSummary}. */
    int[] parameterKinds;
    /** Kind of the static type of the result. */
    int resultKind;
    /** Fields of the result to record. An element is null if the field does not exist. */
    Field[] resultFields;

    /** Names (with dots) of the classes that declare the fields of the result. */
    private final String[] classes;
    /** Names of the fields of the result. */
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

    /** Reads the specification for a method or constructor. Returns null if its calls are not watched. */
    public static WatchedCalls read(MessageReader in) {
        int family = in.varint() - 1;
        return family < 0 ? null : new WatchedCalls(family, in);
    }

    /**
     * Determines the kinds of the static types of the arguments and of the result. Looks up the fields of the
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
            // Without the field, each summary of the field is unknown.
            return null;
        }
    }
}

package testudo.runner.observation;

import java.lang.reflect.Field;
import testudo.runner.message.MessageReader;
import testudo.runner.probe.Probe;

/** Specifies which values the runner records for each call of a method or constructor. */
public final class WatchedCalls {
    /**
     * Family of the called method: a number that methods with the same name and the same number of parameters
     * share. The field {@link Probe#called} has this value before the call.
     */
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
    private final String[] fieldClasses;
    /** Names of the fields of the result. */
    private final String[] fieldNames;

    private WatchedCalls(int family, MessageReader in) {
        this.family = family;
        recordsValues = in.u8() != 0;
        int count = in.count();
        fieldClasses = new String[count];
        fieldNames = new String[count];
        for (int i = 0; i < count; i++) {
            fieldClasses[i] = in.utf16();
            fieldNames[i] = in.utf16();
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
        resultFields = new Field[fieldNames.length];
        for (int i = 0; i < fieldNames.length; i++) {
            resultFields[i] = findField(fieldClasses[i], fieldNames[i], loader);
        }
    }

    private static Field findField(String type, String name, ClassLoader loader) {
        try {
            Field field = Class.forName(type, false, loader).getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // The value of a field that cannot be read is reported as unknown.
            return null;
        }
    }
}

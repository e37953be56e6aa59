package testudo.runner.observation;

import java.lang.reflect.Field;
import java.util.Arrays;
import testudo.runner.message.Protocol;
import testudo.runner.message.MessageWriter;

/**
 * Records summaries of the arguments and results of calls. Each member whose calls are recorded has a
 * {@link WatchedCalls}.
 */
public final class CallRecorder {
    /** Value in place of the result if a call throws an exception. */
    public static final Object NOTHING = new Object();

    /** Maximum number of recorded calls of a test. */
    private static final int MAX_CALLS = 64;

    private final MessageWriter summaries = new MessageWriter();
    private int count;
    /** The receiver and the arguments of the current call. The receiver is null for a static method. */
    private Object receiver;
    private Object[] arguments;
    /** The state of the receiver and of the arguments before the current call. */
    private long stateBefore;
    /** Whether the current call has no argument, and its receiver was empty before the call. */
    private boolean readsEmptyObject;

    /** Drops all recorded calls. Called before each test. */
    public void reset() {
        summaries.truncate(0);
        count = 0;
    }

    /**
     * Records the arguments of a call. Called before the call.
     *
     * @param first index of the first argument to record
     */
    public void begin(WatchedCalls watched, int statement, Object receiver, Object[] arguments, int first) {
        if (watched.recordsValues && count < MAX_CALLS) {
            summaries.varint(statement);
            this.receiver = receiver;
            this.arguments = arguments;
            stateBefore = state(watched);
            readsEmptyObject = arguments.length == 0 && ObjectState.isEmpty(receiver);
            for (int i = first; i < arguments.length; i++) {
                ValueSummary.write(arguments[i], watched.parameterKinds[i], summaries);
            }
        }
    }

    /** Records the result of a call. Called after the call. */
    public void end(WatchedCalls watched, Object result) {
        if (watched.recordsValues && count < MAX_CALLS) {
            if (result != NOTHING && watched.resultKind != ValueSummary.NOTHING) {
                recordResult(watched, result);
            }
            boolean isTrivial = result != NOTHING && isTrivial(watched, result);
            summaries.u8(isTrivial ? Protocol.RecordedValue.END_TRIVIAL : Protocol.RecordedValue.END);
            receiver = null;
            arguments = null;
            count++;
        }
    }

    /**
     * Returns whether the current call shows little of what the method does. Such a call returns a text that
     * equals an argument, receives an empty collection or object, or reads an empty object. Or it returns
     * nothing, and changes neither its object nor an argument.
     */
    private boolean isTrivial(WatchedCalls watched, Object result) {
        return result instanceof String && Arrays.asList(arguments).contains(result)
            || hasEmptyArgument(watched)
            || readsEmptyObject && isContent(result)
            || stateBefore != ObjectState.UNKNOWN && stateBefore == state(watched);
    }

    private boolean hasEmptyArgument(WatchedCalls watched) {
        for (int i = 0; i < arguments.length; i++) {
            if (ValueSummary.isEmptyCollection(arguments[i], watched.parameterKinds[i])
                || ObjectState.isEmpty(arguments[i])) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the result of the current call is probably content of its object. Booleans, such as the
     * result of {@code isEmpty}, and the object itself are no content.
     */
    private boolean isContent(Object result) {
        return result != null && !(result instanceof Boolean) && result != receiver;
    }

    /**
     * Returns the state of the receiver and of the arguments. Unknown if the method is static, or returns a
     * value.
     */
    private long state(WatchedCalls watched) {
        return receiver == null || watched.resultKind != ValueSummary.NOTHING
            ? ObjectState.UNKNOWN
            : ObjectState.of(receiver, arguments);
    }

    private void recordResult(WatchedCalls watched, Object result) {
        ValueSummary.write(result, watched.resultKind, summaries);
        if (result != null) {
            for (Field field : watched.resultFields) {
                ValueSummary.write(result, field, summaries);
            }
        }
    }

    /**
     * Writes the number of recorded calls. Then writes for each call the index of its statement, its
     * summaries, and an end tag.
     */
    public void write(MessageWriter out) {
        out.varint(count);
        out.append(summaries);
    }
}

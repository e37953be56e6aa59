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
    /** The arguments of the current call. */
    private Object[] arguments;

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
    public void begin(WatchedCalls watched, int statement, Object[] arguments, int first) {
        if (watched.recordsValues && count < MAX_CALLS) {
            summaries.varint(statement);
            this.arguments = arguments;
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
            boolean isArgument = result instanceof String && Arrays.asList(arguments).contains(result);
            summaries.u8(isArgument ? Protocol.RecordedValue.END_WITH_ARGUMENT : Protocol.RecordedValue.END);
            arguments = null;
            count++;
        }
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

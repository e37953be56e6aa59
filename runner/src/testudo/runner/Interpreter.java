package testudo.runner;

import static testudo.runner.message.Protocol.Statement.*;

import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Arrays;

import testudo.runner.message.Protocol;
import testudo.runner.message.MalformedMessageException;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.observation.CallRecorder;
import testudo.runner.observation.Observer;
import testudo.runner.observation.RunListener;
import testudo.runner.probe.Probe;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.BudgetError;
import testudo.runner.sandbox.Clock;
import testudo.runner.sandbox.TempFiles;
import testudo.runner.state.Initialisers;
import testudo.runner.state.Statics;

/** Executes the statements of tests. */
final class Interpreter {
    /**
     * Number of test runs in which the runner refuses calls of a member, after a run was stopped because it
     * waited without end in such a call. During these runs, the parent can exclude the member from its tests.
     */
    private static final int REFUSING_RUNS = 32;

    private final ClassLoader loader;
    private final TempFiles tempFiles = new TempFiles();
    private final CallRecorder callRecorder = new CallRecorder();
    private final InternedStrings strings = new InternedStrings();

    private Member[] members = new Member[256];
    private int memberCount;
    private Object[] variables = new Object[64];
    /**
     * For each variable, its shape (no value, a primitive value or a reference): a constant of
     * {@link Observer}.
     */
    private int[] shapes = new int[64];
    /**
     * Shape of the value that the running statement defines (no value, a primitive value or a reference): a
     * constant of {@link Observer}.
     */
    private int shape;
    /** Origin of the value that the running statement defines: a constant of {@link RunListener}. */
    private int origin;
    /** Listener of the running test, or null. */
    private RunListener listener;
    /** Environment variant of the running test; 0 is the usual environment. */
    private int variant;
    /** Number of completed statements of the running test, or of the last test if no test runs. */
    private int completedStatements;
    /**
     * Indices of the statements that read a clock or drew a random number. The indices are recorded only if
     * the test has a listener.
     */
    private int[] clockStatements = new int[64];
    /** Number of indices in {@link #clockStatements}. */
    private int clockStatementCount;
    /** Number of test runs so far. */
    private int runs;
    /** Member that the running test called last, or null. */
    private Member lastCalled;

    Interpreter(ClassLoader loader) {
        this.loader = loader;
    }

    /** Reads the members that later tests refer to by number. */
    void readMembers(MessageReader in) {
        int count = in.count();
        if (memberCount + count > members.length) {
            members = Arrays.copyOf(members, Math.max(2 * members.length, memberCount + count));
        }
        for (int i = 0; i < count; i++) {
            members[memberCount++] = new Member(in);
        }
    }

    /**
     * Prepares the run of a test.
     *
     * @param count number of statements
     * @param variant environment variant of the run
     * @param listener listener of the test, or null
     */
    void begin(int count, int variant, RunListener listener) {
        if (count > variables.length) {
            variables = new Object[2 * count];
            shapes = new int[2 * count];
            clockStatements = new int[2 * count];
        }
        this.variant = variant;
        this.listener = listener;
        completedStatements = 0;
        clockStatementCount = 0;
        lastCalled = null;
        callRecorder.reset();
        if (listener != null) {
            listener.variables = variables;
        }
    }

    /**
     * Executes the next statement.
     *
     * @return whether the listener lets the test continue
     */
    boolean executeNext(MessageReader in) throws Throwable {
        origin = RunListener.OTHER;
        try {
            variables[completedStatements] = executeStatement(in);
        } catch (Throwable thrown) {
            if (listener != null) {
                recordClockRead();
            }
            throw thrown;
        }
        Initialisers.leave();
        shapes[completedStatements] = shape;
        boolean isContinued = listener == null || notifyListener();
        completedStatements++;
        return isContinued;
    }

    /** Returns whether a recorded statement read a clock or drew a random number. */
    boolean hasReadClock() {
        return clockStatementCount > 0;
    }

    /** Records the current statement if it read a clock or drew a random number. */
    private void recordClockRead() {
        if (Clock.pollRead()) {
            clockStatements[clockStatementCount++] = completedStatements;
        }
    }

    /** Reports the variable of the last statement to the listener. Returns whether the test continues. */
    private boolean notifyListener() {
        recordClockRead();
        return listener.variableDefined(variables[completedStatements], shape, origin, completedStatements);
    }

    /** Ends the run of a test. */
    void end() {
        runs++;
    }

    /** Makes the next runs refuse calls of the member that was called last. A refused call ends the test. */
    void refuseLastCalled() {
        if (lastCalled != null && lastCalled.refusedUntil < runs) {
            lastCalled.refusedUntil = runs + REFUSING_RUNS;
        }
    }

    /** Returns the number of completed statements. */
    int completed() {
        return completedStatements;
    }

    /** Writes the recorded calls of the test. */
    void writeCalls(MessageWriter out) {
        callRecorder.write(out);
    }

    /**
     * Writes the values of the variables at the end of the test, and the indices of the statements that read
     * a clock or drew a random number.
     */
    void writeVariables(MessageWriter out) {
        for (int i = 0; i < completedStatements; i++) {
            Observer.observe(variables[i], shapes[i], variables, i, out);
        }
        out.varint(clockStatementCount);
        for (int i = 0; i < clockStatementCount; i++) {
            out.varint(clockStatements[i]);
        }
    }

    /** Drops the variables of the test. */
    void dropVariables() {
        Arrays.fill(variables, null);
    }

    /** Removes the files of the test. */
    void removeFiles() {
        tempFiles.restore();
    }

    /** Executes a statement. Returns the value that the statement defines, or null if it defines no value. */
    private Object executeStatement(MessageReader in) throws Throwable {
        int op = in.u8();
        if (op <= DOUBLE) {
            return readPrimitive(op, in);
        }
        shape = Observer.REFERENCE;
        switch (op) {
            case STRING:
                return strings.intern(in.utf16());
            case CLASS:
                return readMember(in).type;
            case CONSTRUCT:
            case CONSTRUCT_INNER:
                Object constructed = construct(op, readMember(in), in);
                origin = Observer.isContainer(constructed) ? RunListener.OWN_CONTAINER : RunListener.OTHER;
                return constructed;
            case IMPLEMENT:
                return implement(readMember(in), in);
            case CALL:
            case CALL_STATIC:
                return call(op, readMember(in), in);
            case ENUM:
            case READ_STATIC:
            case READ:
                return read(op, readMember(in), in);
            case WRITE:
            case WRITE_STATIC:
                return write(op, readMember(in), in);
            case NEW_ARRAY:
                origin = RunListener.OWN_ARRAY;
                return Array.newInstance(readMember(in).type.getComponentType(), in.varint());
            case READ_ELEMENT:
                return readElement(requireNonNull(readVariable(in)), in.varint());
            case WRITE_ELEMENT:
                return writeElement(in.numberBelow(completedStatements), in.varint(), readVariable(in));
            case TEMP_FILE:
                return tempFile(readMember(in).type, in);
            case ASSIGN:
                shape = Observer.NOTHING;
                int target = in.numberBelow(completedStatements);
                variables[target] = readVariable(in);
                if (listener != null) {
                    listener.variableAssigned(target);
                }
                return null;
            case CAST:
                return cast(readMember(in).type, executeStatement(in));
            default:
                throw new MalformedMessageException("the kind of statement " + op + " is unknown");
        }
    }

    private Object readPrimitive(int op, MessageReader in) {
        shape = Observer.PRIMITIVE;
        switch (op) {
            case BOOLEAN:
                return in.u8() != 0;
            case BYTE:
                return (byte) in.u8();
            case CHAR:
                return (char) in.varint();
            case SHORT:
                return (short) in.varint();
            case INT:
                return in.varint();
            case LONG:
                return in.i64();
            case FLOAT:
                return Float.intBitsToFloat(in.i32());
            case DOUBLE:
                return Double.longBitsToDouble(in.i64());
            default:
                shape = Observer.REFERENCE;
                return null;
        }
    }

    private Member readMember(MessageReader in) {
        return members[in.numberBelow(memberCount)].find(loader);
    }

    /** Reads the number of an earlier statement and returns the value that it defined. */
    private Object readVariable(MessageReader in) {
        return variables[in.numberBelow(completedStatements)];
    }

    private Object[] readArguments(Member member, MessageReader in) {
        Object[] arguments = new Object[member.arity];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = readVariable(in);
        }
        return arguments;
    }

    /**
     * Prepares a call of a member. Refuses the call if a recent run was stopped in a call of the same member.
     * The test then ends at once, as if the call waited without end again.
     */
    private void beginCall(Member member) {
        lastCalled = member;
        if (member.refusedUntil > runs) {
            Budget.stop();
            throw BudgetError.INSTANCE;
        }
    }

    private Object construct(int op, Member member, MessageReader in) throws Throwable {
        beginCall(member);
        Object[] arguments = readArguments(member, in);
        if (op == CONSTRUCT_INNER) {
            requireNonNull(arguments[0]);
        }
        return member.watchedCalls == null
            ? member.construct(arguments)
            : callWatched(member, null, arguments, op == CONSTRUCT_INNER ? 1 : 0);
    }

    /** Creates an object of a class that is generated for the test. */
    private Object implement(Member member, MessageReader in) throws Throwable {
        Object[] arguments = new Object[member.arity];
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = readVariable(in);
        }
        arguments[0] = new Stub(in, variables, completedStatements);
        return member.construct(arguments);
    }

    private Object call(int op, Member member, MessageReader in) throws Throwable {
        beginCall(member);
        Object receiver = op == CALL ? requireNonNull(readVariable(in)) : null;
        Object[] arguments = readArguments(member, in);
        shape = member.shape;
        origin = member.fillsCollection ? RunListener.OTHER : RunListener.RESULT;
        return member.watchedCalls == null
            ? member.call(receiver, arguments)
            : callWatched(member, receiver, arguments, 0);
    }

    /**
     * Makes a call, and records the values that {@link WatchedCalls} specifies for the member. The recorded
     * arguments start at index {@code first}: 1 if the first argument is an enclosing object, else 0.
     */
    private Object callWatched(Member member, Object receiver, Object[] arguments, int first)
        throws Throwable {
        callRecorder.begin(member.watchedCalls, completedStatements, receiver, arguments, first);
        Probe.called = member.watchedCalls.family;
        Object result = CallRecorder.NOTHING;
        try {
            result = member.isConstructor() ? member.construct(arguments) : member.call(receiver, arguments);
            return result;
        } finally {
            Probe.called = -1;
            callRecorder.end(member.watchedCalls, result);
        }
    }

    private static Object requireNonNull(Object receiver) {
        if (receiver == null) {
            throw new NullPointerException();
        }
        return receiver;
    }

    private Object read(int op, Member member, MessageReader in) throws Throwable {
        shape = member.shape;
        origin = member.isConstant() ? RunListener.OTHER : RunListener.RESULT;
        Object receiver = op == READ ? requireNonNull(readVariable(in)) : null;
        return member.read(receiver);
    }

    private Object write(int op, Member member, MessageReader in) throws Throwable {
        shape = Observer.NOTHING;
        Object receiver = op == WRITE ? requireNonNull(readVariable(in)) : null;
        Object value = readVariable(in);
        Statics.staticsChanged |= op == WRITE_STATIC;
        Statics.fieldsChanged |= op == WRITE;
        member.write(receiver, value);
        return null;
    }

    private Object readElement(Object array, int index) {
        shape = Observer.shape(array.getClass().getComponentType());
        origin = RunListener.RESULT;
        return Array.get(array, index);
    }

    private Object writeElement(int variable, int index, Object value) {
        shape = Observer.NOTHING;
        Statics.arraysChanged = true;
        Object array = variables[variable];
        if (array instanceof Object[]) {
            ((Object[]) array)[index] = value;
        } else {
            Array.set(requireNonNull(array), index, requireNonNull(value));
        }
        if (listener != null) {
            listener.elementWritten(variable, index, value);
        }
        return null;
    }

    private Object tempFile(Class<?> type, MessageReader in) throws IOException {
        String name = in.utf16();
        int stored = in.u8();
        Object text = stored == Protocol.Stored.TEXT ? requireNonNull(readVariable(in)) : null;
        return tempFiles.make(variant > 0, type, name, stored, text);
    }

    private Object cast(Class<?> type, Object value) {
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException(value.getClass().getName() + " cannot be cast to " + type.getName());
        }
        return value;
    }
}

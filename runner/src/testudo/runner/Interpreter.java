package testudo.runner;

import static testudo.runner.Protocol.Statement.*;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Runs tests, statement by statement. */
final class Interpreter {
    /** So many tests do not call what another one waited in: by then the parent knows. */
    private static final int REST = 32;

    /** How often a test runs once more: each time may need other classes. */
    private static final int MOST_AGAIN = 3;

    private final ClassLoader loader;
    private final long bytes;
    private final Surroundings surroundings;
    private final Progress progress;
    private final TempFiles files = new TempFiles();
    private final Calls calls = new Calls();
    private final Literals literals = new Literals();

    private Member[] members = new Member[256];
    private int memberCount;
    private Object[] slots = new Object[64];
    private int[] shapes = new int[64];
    private int shape;
    /** Where the variable of the statement that runs gets its value from: see {@link Witness}. */
    private int origin;
    /** Who follows the test that runs, or null. */
    private Witness witness;
    /** Whether the test that runs has other surroundings than usual. */
    private int otherwise;
    /** Of the test that runs or ran last: how many statements completed, and what it threw. */
    private int done;
    private Throwable thrown;
    /** Whether the JVM is still fit for more. */
    private boolean fit;
    /** Of a test that somebody follows: the statements that read a clock, and how many. */
    private int[] timed = new int[64];
    private int timedCount;
    /** Tests that ran, and the member that was called last. */
    private int runs;
    private Member called;

    Interpreter(ClassLoader loader, long bytes, Progress progress) {
        this.loader = loader;
        this.bytes = bytes;
        this.progress = progress;
        surroundings = new Surroundings(loader);
    }

    /** Learns of members that tests to come name. */
    void define(In in) {
        int count = in.count();
        if (memberCount + count > members.length) {
            members = Arrays.copyOf(members, Math.max(2 * members.length, memberCount + count));
        }
        for (int i = 0; i < count; i++) {
            members[memberCount++] = new Member(in);
        }
    }

    /**
     * Runs a test; once more if it was the first to need a class, so that it does what it would do in a worker where an earlier
     * one was. What it left behind stays until {@link #restore}.
     *
     * @param ticks what it may use
     * @param otherwise which other clocks run, where files, language and time zone are others, too; 0 if all is as usual
     * @param witness who follows it, or null
     * @return whether nobody stopped it
     */
    boolean run(In in, long ticks, int otherwise, Witness witness) {
        int start = in.at();
        int mutant = Mutants.live;
        fit = true;
        boolean goesOn = runOnce(in, ticks, otherwise, witness);
        for (int again = 0; again < MOST_AGAIN && Initialisers.ran() && isPutBack(); again++) {
            in.seek(start);
            Mutants.live = mutant;
            Hints.again();
            if (witness != null) {
                witness.again();
            }
            goesOn = runOnce(in, ticks, otherwise, witness);
        }
        if (Budget.stopped() && called != null && called.rest < runs && mutant < 0) {
            called.rest = runs + REST;
        }
        return goesOn;
    }

    private boolean runOnce(In in, long ticks, int otherwise, Witness witness) {
        int count = in.count();
        if (count > slots.length) {
            slots = new Object[2 * count];
            shapes = new int[2 * count];
            timed = new int[2 * count];
        }
        this.otherwise = otherwise;
        this.witness = witness;
        done = 0;
        thrown = null;
        boolean goesOn = true;
        reset(ticks);
        if (witness != null) {
            witness.variables = slots;
        }
        if (ticks < Long.MAX_VALUE) {
            // Who may do anything may wait, too.
            Guard.begin();
        }
        try {
            while (done < count && goesOn) {
                origin = Witness.OTHER;
                progress.statement(done);
                slots[done] = statement(in);
                Initialisers.leave();
                shapes[done] = shape;
                goesOn = witness == null || isSeen(witness);
                done++;
            }
            if (done == count) {
                in.finish();
            }
        } catch (Garbled e) {
            // That is nothing that the test did.
            throw e;
        } catch (InvocationTargetException e) {
            thrown = e.getTargetException();
        } catch (Throwable e) {
            thrown = e;
        }
        Guard.end();
        Initialisers.leave();
        runs++;
        if (Outcomes.outOfMemory(thrown)) {
            Arrays.fill(slots, null);
        }
        return goesOn;
    }

    /** Shows what the statement that just ran defines; whether the test is to go on. */
    private boolean isSeen(Witness witness) {
        if (Clock.wasRead()) {
            timed[timedCount++] = done;
        }
        return witness.sees(slots[done], shape, origin, done);
    }

    /** How many statements of the test completed. */
    int done() {
        return done;
    }

    /** What the test threw, or null. */
    Throwable thrown() {
        return thrown;
    }

    private void reset(long ticks) {
        Initialisers.reset();
        Probe.reset();
        Thrown.reset();
        Exit.reset();
        Clock.reset(otherwise);
        Chance.reset(otherwise);
        if (otherwise > 0) {
            Settings.move(otherwise);
        }
        Budget.reset(ticks, bytes);
        calls.reset();
        timedCount = 0;
        called = null;
    }

    /** Writes how the test ended, what it reached, and its watched calls. */
    void report(Outcomes outcomes, boolean message, Out out) {
        outcomes.write(thrown, message, out);
        out.varint(done);
        Probe.write(out);
        calls.write(out);
    }

    /** Writes what the test's variables are now, and which statements read a clock. */
    void observe(Out out) {
        for (int i = 0; i < done; i++) {
            Observer.observe(slots[i], shapes[i], slots, i, out);
        }
        out.varint(timedCount);
        for (int i = 0; i < timedCount; i++) {
            out.varint(timed[i]);
        }
    }

    /**
     * Puts back what the test changed.
     *
     * @return whether the JVM is still fit for more
     */
    boolean restore() {
        boolean restored = isPutBack();
        Arrays.fill(slots, null);
        return restored;
    }

    /** The same, while its variables stay. */
    private boolean isPutBack() {
        boolean spoilt = Outcomes.spoilt(thrown);
        Statics.restore();
        spoilt |= Budget.initialiserCut() || Statics.hasFailed();
        spoilt |= !surroundings.restore();
        files.restore();
        fit &= !spoilt && (!Outcomes.outOfMemory(thrown) || !Outcomes.outOfClasses(thrown) && recovered());
        return fit;
    }

    /** Whether tests have left room in the heap. */
    boolean hasRoom() {
        return Heap.used() < Runtime.getRuntime().maxMemory() / 4 * 3 || recovered();
    }

    /** Whether the heap is mostly free again after a test filled it: as a rule it asked for one huge piece. */
    private static boolean recovered() {
        long half = Runtime.getRuntime().maxMemory() / 2;
        if (Heap.used() < half) {
            // The JVM has looked for room itself, or there was some.
            return true;
        }
        System.gc();
        return Heap.used() < half;
    }

    private Object statement(In in) throws Throwable {
        int op = in.u8();
        if (op <= DOUBLE) {
            return primitive(op, in);
        }
        shape = Observer.REFERENCE;
        switch (op) {
            case STRING:
                return literals.like(in.utf16());
            case CLASS:
                return member(in).type;
            case CONSTRUCT:
            case CONSTRUCT_INNER:
                return construct(op, member(in), in);
            case IMPLEMENT:
                return implement(member(in), in);
            case CALL:
            case CALL_STATIC:
                return call(op, member(in), in);
            case ENUM:
            case READ_STATIC:
            case READ:
                return read(op, member(in), in);
            case WRITE:
            case WRITE_STATIC:
                return write(op, member(in), in);
            case NEW_ARRAY:
                origin = Witness.OWN_ARRAY;
                return Array.newInstance(member(in).type.getComponentType(), in.varint());
            case WRITE_ELEMENT:
                return writeElement(in.below(done), in.varint(), variable(in));
            case TEMP_FILE:
                return tempFile(member(in).type, in);
            case ASSIGN:
                shape = Observer.NOTHING;
                int target = in.below(done);
                slots[target] = variable(in);
                if (witness != null) {
                    witness.assigned(target);
                }
                return null;
            case CAST:
                return cast(member(in).type, statement(in));
            default:
                throw new Garbled("statement " + op);
        }
    }

    private Object primitive(int op, In in) {
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

    private Member member(In in) {
        return members[in.below(memberCount)].find(loader);
    }

    /** What one of the statements before defined. */
    private Object variable(In in) {
        return slots[in.below(done)];
    }

    private Object[] arguments(Member member, In in) {
        Object[] arguments = new Object[member.arity];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = variable(in);
        }
        return arguments;
    }

    /** A call that another test just waited in is as good as made. */
    private void begin(Member member) {
        called = member;
        if (member.rest > runs) {
            Budget.stop();
            throw BudgetError.INSTANCE;
        }
    }

    private Object construct(int op, Member member, In in) throws Throwable {
        begin(member);
        Object[] arguments = arguments(member, in);
        if (op == CONSTRUCT_INNER) {
            present(arguments[0]);
        }
        return member.watch == null
            ? construct(member, arguments)
            : watched(member, null, arguments, op == CONSTRUCT_INNER ? 1 : 0);
    }

    private Object implement(Member member, In in) throws Throwable {
        Object[] arguments = new Object[member.arity];
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = variable(in);
        }
        arguments[0] = new Stub(in, slots, done);
        return construct(member, arguments);
    }

    private Object construct(Member member, Object[] arguments) throws Throwable {
        if (member.handle != null) {
            return member.handle.invokeWithArguments(arguments);
        }
        try {
            return member.constructor.newInstance(arguments);
        } catch (IllegalArgumentException e) {
            throw misfit(member, arguments, e);
        } catch (InstantiationException e) {
            throw new InstantiationError(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private Object call(int op, Member member, In in) throws Throwable {
        begin(member);
        Object receiver = op == CALL ? present(variable(in)) : null;
        Object[] arguments = arguments(member, in);
        shape = member.shape;
        origin = member.fills ? Witness.OTHER : Witness.RESULT;
        return member.watch == null ? call(member, receiver, arguments) : watched(member, receiver, arguments, 0);
    }

    /** The receiver is null for a static method. */
    private Object call(Member member, Object receiver, Object[] arguments) throws Throwable {
        if (member.handle != null) {
            MethodHandle handle = receiver == null ? member.handle : member.handle.bindTo(receiver);
            return handle.invokeWithArguments(arguments);
        }
        Method method = receiver == null ? member.method : member.methodOn(receiver);
        try {
            return method.invoke(receiver, arguments);
        } catch (IllegalArgumentException e) {
            throw misfit(member, arguments, e);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    /** The first argument but for an enclosing object is {@code first}. */
    private Object watched(Member member, Object receiver, Object[] arguments, int first) throws Throwable {
        calls.begin(member.watch, done, arguments, first);
        Probe.called = member.watch.family;
        Object result = Calls.NOTHING;
        try {
            result = member.constructs() ? construct(member, arguments) : call(member, receiver, arguments);
            return result;
        } finally {
            Probe.called = -1;
            calls.end(member.watch, result);
        }
    }

    private static Object present(Object receiver) {
        if (receiver == null) {
            throw new NullPointerException();
        }
        return receiver;
    }

    /** What Java throws where reflection finds that an argument does not fit its parameter. */
    private static RuntimeException misfit(Member member, Object[] arguments, IllegalArgumentException reason) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null && member.parameters[i].isPrimitive()) {
                return new NullPointerException();
            }
        }
        return new ClassCastException(reason.getMessage());
    }

    private Object read(int op, Member member, In in) throws Throwable {
        shape = member.shape;
        origin = member.isConstant() ? Witness.OTHER : Witness.RESULT;
        Object receiver = op == READ ? present(variable(in)) : null;
        try {
            return member.field.get(receiver);
        } catch (IllegalArgumentException e) {
            throw new ClassCastException(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private Object write(int op, Member member, In in) throws Throwable {
        shape = Observer.NOTHING;
        Object receiver = op == WRITE ? present(variable(in)) : null;
        Object value = variable(in);
        Statics.changed |= op == WRITE_STATIC;
        Statics.written |= op == WRITE;
        try {
            member.field.set(receiver, value);
            return null;
        } catch (IllegalArgumentException e) {
            throw value == null ? new NullPointerException() : new ClassCastException(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private Object writeElement(int variable, int index, Object value) {
        shape = Observer.NOTHING;
        Statics.stored = true;
        Object array = slots[variable];
        if (array instanceof Object[]) {
            ((Object[]) array)[index] = value;
        } else {
            Array.set(present(array), index, present(value));
        }
        if (witness != null) {
            witness.wrote(variable, index, value);
        }
        return null;
    }

    private Object tempFile(Class<?> type, In in) throws IOException {
        String name = in.utf16();
        int stored = in.u8();
        Object text = stored == Protocol.Stored.TEXT ? present(variable(in)) : null;
        return files.make(otherwise > 0, type, name, stored, text);
    }

    private Object cast(Class<?> type, Object value) {
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException(value.getClass().getName() + " cannot be cast to " + type.getName());
        }
        return value;
    }
}

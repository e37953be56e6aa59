package testudo.runner;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Runs batches of tests. The numbers below are the protocol: the parent's encoder has the same. */
final class Interpreter {
    private static final int NULL = 0;
    private static final int BOOLEAN = 1;
    private static final int BYTE = 2;
    private static final int CHAR = 3;
    private static final int SHORT = 4;
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int FLOAT = 7;
    private static final int DOUBLE = 8;
    private static final int STRING = 9;
    private static final int ENUM = 10;
    private static final int CLASS = 11;
    private static final int CONSTRUCT = 12;
    private static final int CONSTRUCT_INNER = 13;
    private static final int CALL = 14;
    private static final int CALL_STATIC = 15;
    private static final int READ = 16;
    private static final int READ_STATIC = 17;
    private static final int WRITE = 18;
    private static final int WRITE_STATIC = 19;
    private static final int NEW_ARRAY = 20;
    private static final int WRITE_ELEMENT = 21;
    private static final int ASSIGN = 22;
    /** A type, then the statement whose value must be of it. */
    private static final int CAST = 23;

    /** An object of a class made for the test: its constructor's arguments, then what its methods do. */
    private static final int IMPLEMENT = 24;

    /** A type, a name, what is stored there. */
    private static final int TEMP_FILE = 25;

    /** What is stored under a name: something whose statement follows. */
    private static final int STORED_TEXT = 2;

    private static final int OBSERVE = 1;
    private static final int OBSERVE_OTHERWISE = 2;
    private static final int ASK = 3;

    /** Results wait no longer than this for others to be sent with. */
    private static final long FLUSH_NANOS = 20_000_000;

    private final ClassLoader loader;
    private final OutputStream results;
    /** Where the parent sees how many tests were begun, even after this process is gone. */
    private final ByteBuffer progress;
    private final long bytes;
    private final Surroundings surroundings;
    private final TempFiles files = new TempFiles();
    private final Outcomes outcomes;
    private final Out out = new Out();
    private final Out seen = new Out();

    private Member[] members = new Member[256];
    private int memberCount;
    private Object[] slots = new Object[64];
    private int[] shapes = new int[64];
    private int shape;
    private int begun;
    /** What each test of the batch may use. */
    private long ticks;
    /** Whether clocks run otherwise. */
    private boolean otherwise;
    /** Whether values are observed. */
    private boolean observe;
    /** Whether hints are asked for. */
    private boolean ask;

    Interpreter(
        ClassLoader loader, Outcomes outcomes, OutputStream results, ByteBuffer progress, long bytes) {
        this.loader = loader;
        this.results = results;
        this.progress = progress;
        this.bytes = bytes;
        this.surroundings = new Surroundings(loader);
        this.outcomes = outcomes;
        Frames.begin(out, Frames.RESULTS);
    }

    /**
     * Runs the tests of a message and sends their results.
     *
     * @return whether the JVM is still fit for more
     */
    boolean batch(In in) throws IOException {
        int mode = in.u8();
        otherwise = mode == OBSERVE_OTHERWISE;
        observe = otherwise || mode == OBSERVE;
        ask = mode == ASK;
        ticks = in.i64();
        define(in);
        int count = in.varint();
        long flushed = System.nanoTime();
        boolean fit = true;
        for (int i = 0; i < count && fit; i++) {
            int length = in.i32();
            int end = in.at() + length;
            Hints.reset(ask, ask ? in.hash(end) : 0);
            fit = test(in);
            in.seek(end);
            long now = System.nanoTime();
            if (now - flushed > FLUSH_NANOS || i == count - 1 || !fit) {
                flush();
                flushed = now;
            }
        }
        return fit;
    }

    private void define(In in) {
        int count = in.varint();
        if (memberCount + count > members.length) {
            members = Arrays.copyOf(members, Math.max(2 * members.length, memberCount + count));
        }
        for (int i = 0; i < count; i++) {
            members[memberCount++] = new Member(in);
        }
    }

    private void flush() throws IOException {
        Frames.end(out);
        out.flush(results);
        Frames.begin(out, Frames.RESULTS);
    }

    private boolean test(In in) {
        int count = in.varint();
        if (count > slots.length) {
            slots = new Object[2 * count];
            shapes = new int[2 * count];
        }
        seen.truncate(0);
        progress.putInt(0, ++begun);
        Probe.reset();
        Exit.reset();
        Clock.reset(otherwise);
        Budget.reset(ticks, bytes);
        int done = 0;
        Throwable thrown = null;
        try {
            while (done < count) {
                slots[done] = statement(in);
                shapes[done] = shape;
                if (observe) {
                    Observer.observe(slots[done], shape, seen);
                }
                done++;
            }
        } catch (InvocationTargetException e) {
            thrown = e.getTargetException();
        } catch (Throwable e) {
            thrown = e;
        }
        boolean full = Outcomes.outOfMemory(thrown);
        if (full) {
            Arrays.fill(slots, 0, count, null);
        }
        boolean fit = report(thrown, done);
        Statics.restore();
        surroundings.restore();
        files.restore();
        Arrays.fill(slots, 0, count, null);
        return fit && (!full || recovered());
    }

    /** Whether the heap is mostly free again after a test filled it: as a rule it asked for one huge piece. */
    private static boolean recovered() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() < runtime.maxMemory() / 2;
    }

    private boolean report(Throwable thrown, int done) {
        boolean fit = outcomes.write(thrown, observe, out);
        out.varint(done);
        Probe.write(out);
        if (ask) {
            Hints.write(out);
        }
        if (observe) {
            out.append(seen);
            for (int i = 0; i < done; i++) {
                Observer.observe(slots[i], shapes[i], out);
            }
        }
        return fit;
    }

    private Object statement(In in) throws Throwable {
        int op = in.u8();
        if (op <= DOUBLE) {
            return primitive(op, in);
        }
        shape = Observer.REFERENCE;
        switch (op) {
            case STRING:
                return in.utf16().intern();
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
                return Array.newInstance(member(in).type.getComponentType(), in.varint());
            case WRITE_ELEMENT:
                return writeElement(slots[in.varint()], in.varint(), slots[in.varint()]);
            case TEMP_FILE:
                return tempFile(member(in).type, in);
            case ASSIGN:
                shape = Observer.NOTHING;
                int target = in.varint();
                slots[target] = slots[in.varint()];
                return null;
            case CAST:
                return cast(member(in).type, statement(in));
            default:
                throw new IllegalStateException("unknown statement " + op);
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
        return members[in.varint()].find(loader);
    }

    private Object[] arguments(Member member, In in) {
        Object[] arguments = new Object[member.arity];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = slots[in.varint()];
        }
        return arguments;
    }

    private Object construct(int op, Member member, In in) throws Throwable {
        Object[] arguments = arguments(member, in);
        if (op == CONSTRUCT_INNER && arguments[0] == null) {
            throw new NullPointerException();
        }
        return construct(member, arguments);
    }

    private Object implement(Member member, In in) throws Throwable {
        Object[] arguments = new Object[member.arity];
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = slots[in.varint()];
        }
        arguments[0] = new Stub(in, slots);
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
        Object receiver = op == CALL ? present(slots[in.varint()]) : null;
        Object[] arguments = arguments(member, in);
        shape = member.shape;
        if (member.handle != null) {
            MethodHandle handle = op == CALL ? member.handle.bindTo(receiver) : member.handle;
            return handle.invokeWithArguments(arguments);
        }
        Method method = op == CALL ? member.methodOn(receiver) : member.method;
        try {
            return method.invoke(receiver, arguments);
        } catch (IllegalArgumentException e) {
            throw misfit(member, arguments, e);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
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
        Object receiver = op == READ ? present(slots[in.varint()]) : null;
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
        Object receiver = op == WRITE ? present(slots[in.varint()]) : null;
        Object value = slots[in.varint()];
        Statics.changed |= op == WRITE_STATIC;
        try {
            member.field.set(receiver, value);
            return null;
        } catch (IllegalArgumentException e) {
            throw value == null ? new NullPointerException() : new ClassCastException(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    private Object writeElement(Object array, int index, Object value) {
        shape = Observer.NOTHING;
        if (array instanceof Object[]) {
            ((Object[]) array)[index] = value;
        } else {
            Array.set(present(array), index, present(value));
        }
        return null;
    }

    private Object tempFile(Class<?> type, In in) throws IOException {
        String name = in.utf16();
        int stored = in.u8();
        Object text = stored == STORED_TEXT ? present(slots[in.varint()]) : null;
        return files.make(otherwise, type, name, stored, text);
    }

    private Object cast(Class<?> type, Object value) {
        if (value != null && !type.isInstance(value)) {
            throw new ClassCastException(value.getClass().getName() + " cannot be cast to " + type.getName());
        }
        return value;
    }
}

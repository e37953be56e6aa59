package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Messages that no parent sends: each is refused, or runs as the tests that it came to be, and comes to an end. With the
 * number of messages as its argument; the same number tries the same messages.
 */
public final class GarbledTest {
    private static final int[] MODES = {0, 1, 2, 3, 4, 5, 6};
    private static final int[] SPECIAL = {0, 1, 0x7F, 0x80, 0xFF};
    private static final long TICKS = 10_000;
    private static final long BYTES = 1 << 20;

    private GarbledTest() {
    }

    /** Fails with an AssertionError. */
    public static void main(String[] arguments) throws IOException {
        PrintStream complaints = System.err;
        try {
            test(Integer.parseInt(arguments[0]));
        } finally {
            // Tests have others.
            System.setErr(complaints);
        }
    }

    private static void test(int count) throws IOException {
        Probe.start(10, 10, 10);
        Random random = new Random(count);
        for (int mode : MODES) {
            byte[] message = message(mode);
            byte[] result = run(message);
            check(result != null && result.length > 0, "mode " + mode);
            aMessageThatIsCutOrTooLongIsRefused(message);
            for (int i = 0; i < count / MODES.length; i++) {
                run(garbled(message, random));
            }
            check(Arrays.equals(result, run(message)), "whatever came in between, mode " + mode);
        }
        aLengthThatCannotBeIsRefused();
    }

    private static void aMessageThatIsCutOrTooLongIsRefused(byte[] message) throws IOException {
        for (int length = 0; length < message.length; length++) {
            check(run(Arrays.copyOf(message, length)) == null, length + " of " + message.length + " bytes");
        }
        check(run(Arrays.copyOf(message, message.length + 1)) == null, "a byte too many");
    }

    private static void aLengthThatCannotBeIsRefused() throws IOException {
        try {
            new In().fetch(new ByteArrayInputStream(new byte[] {0, 0, 0, -128, 1, 2}));
        } catch (Garbled e) {
            return;
        }
        throw new AssertionError("a negative length");
    }

    /** The results that the message makes the worker send; null where it is refused. */
    private static byte[] run(byte[] message) throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        ClassLoader loader = GarbledTest.class.getClassLoader();
        Progress progress = new Progress(ByteBuffer.allocate(Protocol.Progress.BYTES));
        Batches batches = new Batches(loader, new Outcomes(loader), sent, progress, BYTES, 10);
        In in = new In();
        byte[] framed = new byte[message.length + 4];
        ByteBuffer.wrap(framed).putInt(Integer.reverseBytes(message.length)).put(message);
        check(in.fetch(new ByteArrayInputStream(framed)), "a message");
        try {
            batches.run(in);
        } catch (Garbled e) {
            return null;
        }
        return results(sent.toByteArray());
    }

    /** What is in the frames, without their sums: how many there are hangs on the time that tests take. */
    private static byte[] results(byte[] sent) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        int at = 0;
        while (at < sent.length) {
            int length = Integer.reverseBytes(ByteBuffer.wrap(sent).getInt(at));
            check(sent[at + 4] == Protocol.Message.RESULTS, "a frame of results");
            results.write(sent, at + 5, length - 5);
            at += 4 + length;
        }
        return results.toByteArray();
    }

    /** With some bytes set, changed, moved, taken out or put in. */
    private static byte[] garbled(byte[] message, Random random) {
        byte[] bytes = message.clone();
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            int at = random.nextInt(bytes.length);
            int length = Math.min(1 + random.nextInt(8), bytes.length - at);
            switch (random.nextInt(5)) {
                case 0:
                    bytes[at] = (byte) random.nextInt();
                    break;
                case 1:
                    bytes[at] ^= 1 << random.nextInt(8);
                    break;
                case 2:
                    bytes[at] = (byte) SPECIAL[random.nextInt(SPECIAL.length)];
                    break;
                case 3:
                    System.arraycopy(message, random.nextInt(message.length - 8), bytes, Math.min(at, bytes.length - 8), 8);
                    break;
                default:
                    byte[] less = Arrays.copyOf(bytes, Math.max(bytes.length - length, 16));
                    int from = Math.min(at + length, less.length);
                    System.arraycopy(bytes, from, less, Math.min(at, from), less.length - from);
                    bytes = less;
            }
        }
        return bytes;
    }

    private static byte[] message(int mode) {
        Out out = new Out();
        out.u8(mode);
        if (mode == Protocol.Mode.OBSERVE_OTHERWISE) {
            out.u8(1);
        }
        out.i64(TICKS);
        out.varint(0);
        out.varint(0);
        out.varint(7);
        members(out);
        out.varint(3);
        for (int test = 0; test < 3; test++) {
            if (mode >= Protocol.Mode.MUTANTS) {
                out.varint(2);
                out.varint(1);
                out.varint(2);
            }
            int start = out.size();
            out.u8(0);
            out.u8(0);
            out.u8(0);
            out.u8(0);
            statements(test, out);
            out.patch(start, out.size() - start - 4);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            out.flush(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static void members(Out out) {
        member(Protocol.MemberKind.CONSTRUCTOR, "java.lang.StringBuilder", null, "(Ljava/lang/String;)V", out);
        out.varint(2);
        out.u8(1);
        out.varint(1);
        out.utf16("java.lang.StringBuilder");
        out.utf16("count");
        member(Protocol.MemberKind.METHOD, "java.lang.StringBuilder", "insert", "(IC)Ljava/lang/StringBuilder;", out);
        out.u8(0);
        out.varint(0);
        member(Protocol.MemberKind.METHOD, "java.util.Arrays", "asList", "([Ljava/lang/Object;)Ljava/util/List;", out);
        out.u8(1);
        out.varint(0);
        member(Protocol.MemberKind.FIELD, "java.lang.Integer", "MAX_VALUE", "I", out);
        member(Protocol.MemberKind.TYPE, "[Ljava/lang/Object;", null, null, out);
        member(Protocol.MemberKind.TYPE, "Ljava/lang/CharSequence;", null, null, out);
        member(Protocol.MemberKind.METHOD, "java.lang.Integer", "parseInt", "(Ljava/lang/String;)I", out);
        out.u8(0);
        out.varint(0);
    }

    private static void member(int kind, String owner, String name, String descriptor, Out out) {
        out.u8(kind);
        out.utf16(owner);
        if (name != null) {
            out.utf16(name);
        }
        if (descriptor != null) {
            out.utf16(descriptor);
        }
    }

    private static void statements(int test, Out out) {
        if (test == 0) {
            // "né", new StringBuilder(it), 1, 'c', its (CharSequence) insert(1, 'c')
            bytes(out, 5, 9, 2, 'n', 0xE9, 12, 0, 0, 5, 1, 3, 'c', 23, 5, 14, 1, 1, 2, 3);
        } else if (test == 1) {
            // new Object[2], Integer.MAX_VALUE, it[1] = that, it[0] = null, asList(it), null, it = null
            bytes(out, 7, 20, 4, 2, 17, 3, 21, 0, 1, 1, 0, 15, 2, 0, 0, 22, 0, 5);
        } else {
            // "x", 2.0, 1L, parseInt(it), which throws, and what is never run
            bytes(out, 5, 9, 1, 'x', 8);
            out.f64(2);
            out.u8(6);
            out.i64(1);
            bytes(out, 15, 6, 0, 11, 4);
        }
    }

    /** Each as a varint. */
    private static void bytes(Out out, int... numbers) {
        for (int number : numbers) {
            out.varint(number);
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}

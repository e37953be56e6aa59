package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import testudo.runner.message.Protocol;
import testudo.runner.message.Frames;
import testudo.runner.message.MalformedMessageException;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;
import testudo.runner.message.Progress;
import testudo.runner.observation.OutcomeWriter;
import testudo.runner.probe.Trace;

/**
 * Sends malformed messages to the runner. The runner must refuse such a message, or run the tests that the
 * message happens to contain. In both cases, the run must end. The argument is both the number of messages
 * and the seed of their random changes, so the same argument always creates the same messages.
 */
public final class MalformedMessageTest {
    private static final int[] MODES = {0, 1, 2, 3, 4, 5, 6};
    private static final int[] SPECIAL_BYTES = {0, 1, 0x7F, 0x80, 0xFF};
    private static final long TICK_LIMIT = 10_000;
    private static final long MAX_ARRAY_BYTES = 1 << 20;

    private MalformedMessageTest() {
    }

    /** Throws an AssertionError if a test fails. */
    public static void main(String[] arguments) throws IOException {
        PrintStream errorStream = System.err;
        try {
            test(Integer.parseInt(arguments[0]));
        } finally {
            // The runner replaced System.err.
            System.setErr(errorStream);
        }
    }

    private static void test(int messageCount) throws IOException {
        Trace.start(10, 10, 10);
        Random random = new Random(messageCount);
        for (int mode : MODES) {
            byte[] message = message(mode);
            byte[] result = run(message);
            check(result != null && result.length > 0, "a valid message of mode " + mode + " has results");
            aTruncatedOrTooLongMessageIsRefused(message);
            for (int i = 0; i < messageCount / MODES.length; i++) {
                run(malformedCopy(message, random));
            }
            check(
                Arrays.equals(result, run(message)),
                "a valid message of mode " + mode + " has the same results after malformed messages");
        }
        aNegativeLengthIsRefused();
    }

    private static void aTruncatedOrTooLongMessageIsRefused(byte[] message) throws IOException {
        for (int length = 0; length < message.length; length++) {
            check(
                run(Arrays.copyOf(message, length)) == null,
                "a message with " + length + " of " + message.length + " bytes is refused");
        }
        check(
            run(Arrays.copyOf(message, message.length + 1)) == null,
            "a message with an additional byte is refused");
    }

    private static void aNegativeLengthIsRefused() throws IOException {
        try {
            new MessageReader().fetch(new ByteArrayInputStream(new byte[] {0, 0, 0, -128, 1, 2}));
        } catch (MalformedMessageException e) {
            return;
        }
        throw new AssertionError("expected: a message with a negative length is refused");
    }

    /** Returns the results that the worker sends for a message, or null if the message is refused. */
    private static byte[] run(byte[] message) throws IOException {
        ByteArrayOutputStream sentBytes = new ByteArrayOutputStream();
        ClassLoader loader = MalformedMessageTest.class.getClassLoader();
        Progress progress = new Progress(ByteBuffer.allocate(Protocol.Progress.BYTES));
        BatchRunner batches =
            new BatchRunner(loader, new OutcomeWriter(loader), sentBytes, progress, MAX_ARRAY_BYTES, 10);
        MessageReader in = new MessageReader();
        byte[] framedMessage = new byte[message.length + 4];
        ByteBuffer.wrap(framedMessage).putInt(Integer.reverseBytes(message.length)).put(message);
        check(in.fetch(new ByteArrayInputStream(framedMessage)), "a message arrives");
        try {
            batches.run(in);
        } catch (MalformedMessageException e) {
            return null;
        }
        return results(sentBytes.toByteArray());
    }

    /**
     * Returns the results of all sent messages as one array. The number of messages depends on the duration
     * of the tests.
     */
    private static byte[] results(byte[] sentBytes) {
        ByteArrayOutputStream results = new ByteArrayOutputStream();
        int position = 0;
        while (position < sentBytes.length) {
            int length = Integer.reverseBytes(ByteBuffer.wrap(sentBytes).getInt(position));
            check(sentBytes[position + 4] == Protocol.Message.RESULTS, "the message contains results");
            results.write(sentBytes, position + 5, length - 5);
            position += 4 + length;
        }
        return results.toByteArray();
    }

    /**
     * Returns a copy of the message with one to four random changes. A change replaces a byte, overwrites
     * eight bytes by another part of the message, or removes bytes.
     */
    private static byte[] malformedCopy(byte[] message, Random random) {
        byte[] bytes = message.clone();
        for (int times = 1 + random.nextInt(4); times > 0; times--) {
            int position = random.nextInt(bytes.length);
            int length = Math.min(1 + random.nextInt(8), bytes.length - position);
            switch (random.nextInt(5)) {
                case 0:
                    bytes[position] = (byte) random.nextInt();
                    break;
                case 1:
                    bytes[position] ^= 1 << random.nextInt(8);
                    break;
                case 2:
                    bytes[position] = (byte) SPECIAL_BYTES[random.nextInt(SPECIAL_BYTES.length)];
                    break;
                case 3:
                    int target = Math.min(position, bytes.length - 8);
                    System.arraycopy(message, random.nextInt(message.length - 8), bytes, target, 8);
                    break;
                default:
                    byte[] shorter = Arrays.copyOf(bytes, Math.max(bytes.length - length, 16));
                    int from = Math.min(position + length, shorter.length);
                    System.arraycopy(bytes, from, shorter, Math.min(position, from), shorter.length - from);
                    bytes = shorter;
            }
        }
        return bytes;
    }

    private static byte[] message(int mode) {
        MessageWriter out = new MessageWriter();
        out.u8(mode);
        if (mode == Protocol.Mode.OBSERVE_VARIANT) {
            out.u8(1);
        }
        out.i64(TICK_LIMIT);
        out.varint(0);
        out.varint(0);
        out.varint(7);
        writeMembers(out);
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
            writeStatements(test, out);
            out.overwriteI32(start, out.size() - start - 4);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            out.flush(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    /** Writes the members that the tests use: see {@link #writeStatements}. */
    private static void writeMembers(MessageWriter out) {
        writeMember(
            Protocol.MemberKind.CONSTRUCTOR, "java.lang.StringBuilder", null, "(Ljava/lang/String;)V", out);
        out.varint(2);
        out.u8(1);
        out.varint(1);
        out.utf16("java.lang.StringBuilder");
        out.utf16("count");
        writeMember(
            Protocol.MemberKind.METHOD, "java.lang.StringBuilder", "insert",
            "(IC)Ljava/lang/StringBuilder;", out);
        out.u8(0);
        out.varint(0);
        writeMember(
            Protocol.MemberKind.METHOD, "java.util.Arrays", "asList",
            "([Ljava/lang/Object;)Ljava/util/List;", out);
        out.u8(1);
        out.varint(0);
        writeMember(Protocol.MemberKind.FIELD, "java.lang.Integer", "MAX_VALUE", "I", out);
        writeMember(Protocol.MemberKind.TYPE, "[Ljava/lang/Object;", null, null, out);
        writeMember(Protocol.MemberKind.TYPE, "Ljava/lang/CharSequence;", null, null, out);
        writeMember(
            Protocol.MemberKind.METHOD, "java.lang.Integer", "parseInt", "(Ljava/lang/String;)I", out);
        out.u8(0);
        out.varint(0);
    }

    private static void writeMember(
        int kind, String owner, String name, String descriptor, MessageWriter out) {
        out.u8(kind);
        out.utf16(owner);
        if (name != null) {
            out.utf16(name);
        }
        if (descriptor != null) {
            out.utf16(descriptor);
        }
    }

    /** Writes the statements of test 0, 1 or 2. */
    private static void writeStatements(int test, MessageWriter out) {
        if (test == 0) {
            // v0 = "né", v1 = new StringBuilder(v0), v2 = 1, v3 = 'c', v4 = (CharSequence) v1.insert(v2, v3)
            writeVarints(out, 5, 9, 2, 'n', 0xE9, 12, 0, 0, 5, 1, 3, 'c', 23, 5, 14, 1, 1, 2, 3);
        } else if (test == 1) {
            // v0 = new Object[2], v1 = Integer.MAX_VALUE, v0[1] = v1, v3 = null, v4 = Arrays.asList(v0),
            // v5 = null, v0 = v5
            writeVarints(out, 7, 20, 4, 2, 17, 3, 21, 0, 1, 1, 0, 15, 2, 0, 0, 22, 0, 5);
        } else {
            // v0 = "x", v1 = 2.0, v2 = 1L, v3 = Integer.parseInt(v0), v4 = Object[].class. The call throws an
            // exception, so the last statement is not executed.
            writeVarints(out, 5, 9, 1, 'x', 8);
            out.f64(2);
            out.u8(6);
            out.i64(1);
            writeVarints(out, 15, 6, 0, 11, 4);
        }
    }

    /** Writes each number as a varint. */
    private static void writeVarints(MessageWriter out, int... numbers) {
        for (int number : numbers) {
            out.varint(number);
        }
    }

    private static void check(boolean isTrue, String expectation) {
        if (!isTrue) {
            throw new AssertionError("expected: " + expectation);
        }
    }
}

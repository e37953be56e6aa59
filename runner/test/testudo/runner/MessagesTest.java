package testudo.runner;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import testudo.runner.message.Protocol;
import testudo.runner.message.Frames;
import testudo.runner.message.MessageReader;
import testudo.runner.message.MessageWriter;

/** Tests that a {@link MessageReader} returns the values that a {@link MessageWriter} wrote. */
public final class MessagesTest {
    private MessagesTest() {
    }

    /** Throws an AssertionError if a test fails. */
    public static void main(String[] args) throws IOException {
        numbersAndStringsAreReadAsWritten();
        aBufferGrowsWhenItIsFull();
        aMessageThatArrivesInPiecesIsReadAsOne();
        aClosedChannelHasNoFurtherMessage();
        truncatedBytesAreDropped();
        rangesOfBuffersAreCompared();
    }

    private static MessageReader reader(MessageWriter out) throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        Frames.end(out);
        out.flush(stream);
        MessageReader in = new MessageReader();
        check(in.fetch(new ByteArrayInputStream(stream.toByteArray())), "a message arrives");
        return in;
    }

    private static MessageWriter message() {
        MessageWriter out = new MessageWriter();
        Frames.begin(out, Protocol.Message.RESULTS);
        return out;
    }

    private static void numbersAndStringsAreReadAsWritten() throws IOException {
        MessageWriter out = message();
        long[] numbers = {0, 1, 127, 128, 16383, 16384, Integer.MAX_VALUE, 0xFFFFFFFFL};
        for (long number : numbers) {
            out.varint(number);
        }
        out.i64(Long.MIN_VALUE);
        out.f64(-0.0);
        out.utf16("a\0\ud800\uffff");
        out.utf16("plain\177");
        out.bytes(new byte[] {1, -1});
        MessageReader in = reader(out);
        check(in.u8() == Protocol.Message.RESULTS, "the kind of the message is read");
        for (long number : numbers) {
            check(in.varint() == (int) number, "the varint " + number + " is read");
        }
        check(in.i64() == Long.MIN_VALUE, "the number of eight bytes is read");
        check(in.i64() == Double.doubleToRawLongBits(-0.0), "the floating-point number is read");
        check(in.utf16().equals("a\0\ud800\uffff"), "the string with unpaired surrogates is read");
        check(in.utf16().equals("plain\177"), "the string with one byte for each character is read");
        check(Arrays.equals(in.bytes(), new byte[] {1, -1}), "the bytes are read");
    }

    private static void aBufferGrowsWhenItIsFull() throws IOException {
        MessageWriter out = message();
        for (int i = 0; i < 100000; i++) {
            out.varint(i);
        }
        out.bytes(new byte[1 << 20]);
        MessageReader in = reader(out);
        in.u8();
        for (int i = 0; i < 100000; i++) {
            check(in.varint() == i, "the varint " + i + " is read");
        }
        check(in.bytes().length == 1 << 20, "all bytes are read");
    }

    private static void aMessageThatArrivesInPiecesIsReadAsOne() throws IOException {
        final byte[] bytes = {2, 0, 0, 0, 7, 8};
        MessageReader in = new MessageReader();
        check(in.fetch(new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(1, length));
            }
        }), "a message arrives");
        check(in.u8() == 7 && in.u8() == 8, "both bytes are read");
    }

    private static void aClosedChannelHasNoFurtherMessage() throws IOException {
        InputStream closed = new ByteArrayInputStream(new byte[0]);
        check(!new MessageReader().fetch(closed), "there is no further message");
        try {
            new MessageReader().fetch(new ByteArrayInputStream(new byte[] {9, 0, 0, 0, 1}));
        } catch (IOException e) {
            return;
        }
        throw new AssertionError("expected: a truncated message is refused");
    }

    private static void truncatedBytesAreDropped() throws IOException {
        MessageWriter out = message();
        out.u8(1);
        int size = out.size();
        out.utf16("gone");
        out.truncate(size);
        out.u8(2);
        MessageWriter other = new MessageWriter();
        other.u8(3);
        out.append(other);
        MessageReader in = reader(out);
        in.u8();
        check(in.u8() == 1 && in.u8() == 2 && in.u8() == 3, "only the bytes that were not dropped are read");
    }

    private static void rangesOfBuffersAreCompared() {
        MessageWriter a = new MessageWriter();
        MessageWriter b = new MessageWriter();
        a.utf16("abc");
        b.u8(7);
        b.utf16("abd");
        check(a.isSame(0, 3, b, 1, 4), "equal ranges are the same");
        check(!a.isSame(0, 4, b, 1, 5), "ranges that differ in a letter are not the same");
        check(!a.isSame(0, 3, b, 1, 5), "ranges that differ in length are not the same");
        check(a.contains(1, new byte[] {'b', 'c'}), "bytes at the end are found");
        check(!a.contains(3, new byte[] {'b', 'c'}), "bytes before the start are not found");
        check(!a.contains(0, new byte[] {'c', 'd'}), "bytes after the end are not found");
    }

    private static void check(boolean isTrue, String expectation) {
        if (!isTrue) {
            throw new AssertionError("expected: " + expectation);
        }
    }
}

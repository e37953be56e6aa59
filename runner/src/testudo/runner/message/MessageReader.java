package testudo.runner.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Reads the messages from the parent process, one at a time. Throws {@link MalformedMessageException} if a
 * message ends too soon. Not thread-safe.
 */
public final class MessageReader {
    private byte[] bytes = new byte[1 << 16];
    private int position;
    /**
     * End of the message or part that is being read. The bytes after the end belong to earlier messages or to
     * other parts.
     */
    private int end;

    /**
     * Reads the next message: its length as four bytes, least significant first, then its bytes.
     *
     * @return whether there is a message: false if the parent has closed the channel
     */
    public boolean fetch(InputStream stream) throws IOException {
        if (!fill(stream, 4)) {
            return false;
        }
        int length = bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF) << 16 | bytes[3] << 24;
        if (length < 0) {
            throw new MalformedMessageException("its length is negative (" + length + ")");
        }
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        position = 0;
        end = length;
        if (!fill(stream, length)) {
            throw new EOFException("the parent process closed the channel in the middle of a message");
        }
        return true;
    }

    private boolean fill(InputStream stream, int length) throws IOException {
        int filledCount = 0;
        while (filledCount < length) {
            int count = stream.read(bytes, filledCount, length - filledCount);
            if (count < 0) {
                return false;
            }
            filledCount += count;
        }
        return true;
    }

    /** Returns the position of the next byte in the message. */
    public int position() {
        return position;
    }

    /** Continues to read at a position in the message. */
    public void seek(int target) {
        position = target;
    }

    /**
     * Begins a part of the message at the current position. Until {@link #endPart}, no byte after the part
     * can be read.
     *
     * @return the end of the enclosing part, which {@link #endPart} needs as its argument
     */
    public int beginPart(int length) {
        int outerEnd = end;
        end = skip(length) + length;
        position = end - length;
        return outerEnd;
    }

    /**
     * Ends the current part. The next byte to read is the first byte after the part.
     *
     * @param outerEnd result of {@link #beginPart}
     */
    public void endPart(int outerEnd) {
        position = end;
        end = outerEnd;
    }

    /** Throws an exception unless all bytes of the current part were read. */
    public void requireEnd() {
        if (position != end) {
            throw new MalformedMessageException((end - position) + " unread bytes are left");
        }
    }

    /** Returns a checksum of the bytes from the current position to the end of the current part. */
    public int hash() {
        CRC32 sum = new CRC32();
        sum.update(bytes, position, end - position);
        return (int) sum.getValue();
    }

    /** Skips bytes and returns the position of the first skipped byte. */
    private int skip(int count) {
        int start = position;
        if (count < 0 || count > end - start) {
            throw new MalformedMessageException(
                count + " bytes are required at position " + start + " of " + end);
        }
        position = start + count;
        return start;
    }

    /** Reads an unsigned byte. */
    public int u8() {
        return bytes[skip(1)] & 0xFF;
    }

    /** Reads an unsigned number of up to 32 bits, written by {@link MessageWriter#varint}. */
    public int varint() {
        int first = bytes[skip(1)];
        return first >= 0 ? first : longVarint(first);
    }

    private int longVarint(int first) {
        int value = first & 0x7F;
        for (int shift = 7; shift <= 28; shift += 7) {
            int next = bytes[skip(1)];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new MalformedMessageException("a number has more than 32 bits");
    }

    /**
     * Reads the number of elements that follow. Each element has at least one byte, so a valid number is at
     * most the number of unread bytes.
     */
    public int count() {
        int count = varint();
        if (count < 0 || count > end - position) {
            throw new MalformedMessageException(
                "only " + (end - position) + " bytes are left for " + count + " elements");
        }
        return count;
    }

    /** Reads a number that is at least 0 and below a limit. */
    public int numberBelow(int limit) {
        int number = varint();
        if (number < 0 || number >= limit) {
            throw new MalformedMessageException(
                "the number " + number + " is not in the range from 0 to " + (limit - 1));
        }
        return number;
    }

    /** Reads four bytes, least significant first. */
    public int i32() {
        int start = skip(4);
        return bytes[start] & 0xFF
            | (bytes[start + 1] & 0xFF) << 8
            | (bytes[start + 2] & 0xFF) << 16
            | bytes[start + 3] << 24;
    }

    /** Reads eight bytes, least significant first. */
    public long i64() {
        return i32() & 0xFFFFFFFFL | (long) i32() << 32;
    }

    /** Reads a string written by {@link MessageWriter#utf16}. */
    public String utf16() {
        int length = count();
        if (isAscii(length)) {
            return new String(bytes, skip(length), length, StandardCharsets.ISO_8859_1);
        }
        char[] units = new char[length];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) varint();
        }
        return new String(units);
    }

    /**
     * Returns whether each of the next {@code length} code units is stored in one byte, as in most strings.
     */
    private boolean isAscii(int length) {
        for (int i = position; i < position + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Reads an array of bytes: its length as a varint, then its bytes. */
    public byte[] bytes() {
        byte[] value = new byte[count()];
        System.arraycopy(bytes, skip(value.length), value, 0, value.length);
        return value;
    }
}

package testudo.runner;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Reads one message of the parent at a time; throws {@link Garbled} where it ends too soon. It is not safe for threads. */
final class In {
    private byte[] bytes = new byte[1 << 16];
    private int at;
    /** Where the message, or the part of it that is read, ends: what is behind is of former messages, or of another part. */
    private int end;

    /**
     * Fetches the next message: its length as four bytes, least significant first, then its bytes.
     *
     * @return false when the parent closed the channel before another message
     */
    boolean fetch(InputStream stream) throws IOException {
        if (!fill(stream, 4)) {
            return false;
        }
        int length = bytes[0] & 0xFF | (bytes[1] & 0xFF) << 8 | (bytes[2] & 0xFF) << 16 | bytes[3] << 24;
        if (length < 0) {
            throw new Garbled("a message of " + length + " bytes");
        }
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        at = 0;
        end = length;
        if (!fill(stream, length)) {
            throw new EOFException("the parent left in the middle of a message");
        }
        return true;
    }

    private boolean fill(InputStream stream, int length) throws IOException {
        int filled = 0;
        while (filled < length) {
            int count = stream.read(bytes, filled, length - filled);
            if (count < 0) {
                return false;
            }
            filled += count;
        }
        return true;
    }

    /** The place of the next byte in the message. */
    int at() {
        return at;
    }

    /** Goes on at a place of the message. */
    void seek(int place) {
        at = place;
    }

    /**
     * From here on only so many bytes are read, until {@link #widen}.
     *
     * @return what to give to that
     */
    int narrow(int length) {
        int all = end;
        end = skip(length) + length;
        at = end - length;
        return all;
    }

    /** Goes on behind what was narrowed to. */
    void widen(int all) {
        at = end;
        end = all;
    }

    /** There must be nothing more to read. */
    void finish() {
        if (at != end) {
            throw new Garbled((end - at) + " bytes more than are needed");
        }
    }

    /** A number that tells the bytes from here to the end from most others. */
    int hash() {
        CRC32 sum = new CRC32();
        sum.update(bytes, at, end - at);
        return (int) sum.getValue();
    }

    /** Passes over some bytes; the place of the first of them. */
    private int skip(int count) {
        int start = at;
        if (count < 0 || count > end - start) {
            throw new Garbled("no " + count + " bytes at " + start + " of " + end);
        }
        at = start + count;
        return start;
    }

    int u8() {
        return bytes[skip(1)] & 0xFF;
    }

    /** An unsigned number of up to 32 bits, as {@link Out#varint} writes it. */
    int varint() {
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
        throw new Garbled("a number of more than 32 bits");
    }

    /** A number of things that take at least a byte each: never more than are left. */
    int count() {
        int count = varint();
        if (count < 0 || count > end - at) {
            throw new Garbled(count + " things in " + (end - at) + " bytes");
        }
        return count;
    }

    /** A number from 0 up to a limit, which is excluded. */
    int below(int limit) {
        int number = varint();
        if (number < 0 || number >= limit) {
            throw new Garbled(number + " where there are " + limit);
        }
        return number;
    }

    /** Four bytes, least significant first. */
    int i32() {
        int start = skip(4);
        return bytes[start] & 0xFF
            | (bytes[start + 1] & 0xFF) << 8
            | (bytes[start + 2] & 0xFF) << 16
            | bytes[start + 3] << 24;
    }

    /** Eight bytes, least significant first. */
    long i64() {
        return i32() & 0xFFFFFFFFL | (long) i32() << 32;
    }

    /** Text as {@link Out#utf16} writes it. */
    String utf16() {
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

    /** Whether the next units take one byte each, as most texts do. */
    private boolean isAscii(int length) {
        for (int i = at; i < at + length; i++) {
            if (bytes[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** The length as a varint, then that many bytes. */
    byte[] bytes() {
        byte[] value = new byte[count()];
        System.arraycopy(bytes, skip(value.length), value, 0, value.length);
        return value;
    }
}

package testudo.runner;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

/** Reads one message of the parent at a time. It is not safe for threads. */
final class In {
    private byte[] bytes = new byte[1 << 16];
    private int at;

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
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        at = 0;
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

    /** A number that tells the bytes from here up to a place from most others. */
    int hash(int end) {
        CRC32 sum = new CRC32();
        sum.update(bytes, at, end - at);
        return (int) sum.getValue();
    }

    int u8() {
        return bytes[at++] & 0xFF;
    }

    /** An unsigned number of up to 32 bits, as {@link Out#varint} writes it. */
    int varint() {
        int first = bytes[at++];
        return first >= 0 ? first : longVarint(first);
    }

    private int longVarint(int first) {
        int value = first & 0x7F;
        for (int shift = 7; ; shift += 7) {
            int next = bytes[at++];
            value |= (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    /** Four bytes, least significant first. */
    int i32() {
        int start = at;
        at = start + 4;
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
        char[] units = new char[varint()];
        for (int i = 0; i < units.length; i++) {
            units[i] = (char) varint();
        }
        return new String(units);
    }

    /** The length as a varint, then that many bytes. */
    byte[] bytes() {
        byte[] value = new byte[varint()];
        System.arraycopy(bytes, at, value, 0, value.length);
        at += value.length;
        return value;
    }
}

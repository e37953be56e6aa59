package testudo.runner.message;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

/** A growable byte buffer for messages to the parent process. Not thread-safe. */
public final class MessageWriter {
    private byte[] bytes = new byte[1 << 14];
    private int size;

    /** Writes the lowest eight bits of a number. */
    public void u8(int value) {
        if (size == bytes.length) {
            grow(1);
        }
        bytes[size++] = (byte) value;
    }

    /** Writes an unsigned number, seven bits at a time, least significant first (LEB128). */
    public void varint(long value) {
        if (size + 10 > bytes.length) {
            grow(10);
        }
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** Writes a number as four bytes, least significant byte first. */
    void i32(int value) {
        if (size + 4 > bytes.length) {
            grow(4);
        }
        overwriteI32(size, value);
        size += 4;
    }

    /** Writes a number as eight bytes, least significant byte first. */
    public void i64(long value) {
        if (size + 8 > bytes.length) {
            grow(8);
        }
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[size++] = (byte) (value >>> shift);
        }
    }

    /**
     * Writes the bits of a floating-point number, least significant byte first. All NaNs are written as the
     * same bits, because the bits of a NaN depend on the JIT compiler.
     */
    public void f64(double value) {
        i64(Double.doubleToLongBits(value));
    }

    /**
     * Writes a string: the number of its code units as a varint, then each code unit as a varint. This
     * encoding preserves unpaired surrogates.
     */
    public void utf16(String text) {
        int length = text.length();
        varint(length);
        for (int i = 0; i < length; i++) {
            varint(text.charAt(i));
        }
    }

    /** Writes an array of bytes: its length as a varint, then its bytes. */
    public void bytes(byte[] value) {
        varint(value.length);
        if (size + value.length > bytes.length) {
            grow(value.length);
        }
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /** Appends the content of another buffer. */
    public void append(MessageWriter other) {
        if (size + other.size > bytes.length) {
            grow(other.size);
        }
        System.arraycopy(other.bytes, 0, bytes, size, other.size);
        size += other.size;
    }

    /** Overwrites the four bytes at a position with a number, least significant byte first. */
    public void overwriteI32(int position, int value) {
        for (int i = 0; i < 4; i++) {
            bytes[position + i] = (byte) (value >>> 8 * i);
        }
    }

    /** Returns the CRC-32 of the bytes from a position on. */
    int crc32(int start) {
        CRC32 sum = new CRC32();
        sum.update(bytes, start, size - start);
        return (int) sum.getValue();
    }

    /** Returns whether a range of this buffer contains the same bytes as a range of another buffer. */
    public boolean isSame(int start, int end, MessageWriter other, int otherStart, int otherEnd) {
        if (end - start != otherEnd - otherStart) {
            return false;
        }
        for (int i = start, j = otherStart; i < end; i++, j++) {
            if (bytes[i] != other.bytes[j]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether this buffer ends with the bytes of a range of another buffer. */
    public boolean endsWith(MessageWriter other, int otherStart, int otherEnd) {
        int start = size - (otherEnd - otherStart);
        return start >= 0 && isSame(start, size, other, otherStart, otherEnd);
    }

    /** Returns the position after the number that {@link #varint} wrote at a position. */
    public int afterVarint(int position) {
        int last = position;
        while (bytes[last] < 0) {
            last++;
        }
        return last + 1;
    }

    /** Returns whether the bytes from a position on contain a sequence of bytes. */
    public boolean contains(int start, byte[] part) {
        return contains(bytes, start, size, part);
    }

    /** Returns whether a range of an array contains a sequence of bytes. */
    public static boolean contains(byte[] bytes, int start, int end, byte[] part) {
        for (int i = start; i + part.length <= end; i++) {
            int matchingCount = 0;
            while (matchingCount < part.length && bytes[i + matchingCount] == part[matchingCount]) {
                matchingCount++;
            }
            if (matchingCount == part.length) {
                return true;
            }
        }
        return false;
    }

    /** Returns the byte at a position. */
    public int get(int position) {
        return bytes[position];
    }

    /** Returns the number of bytes written so far. */
    public int size() {
        return size;
    }

    /** Drops all bytes after the first {@code length} bytes. */
    public void truncate(int length) {
        size = length;
    }

    /** Writes the content to a stream and clears the buffer. */
    public void flush(OutputStream stream) throws IOException {
        stream.write(bytes, 0, size);
        stream.flush();
        size = 0;
    }

    private void grow(int requiredBytes) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + requiredBytes));
    }
}

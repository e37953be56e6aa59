package testudo.runner.message;

/**
 * Writes the frames of messages to the parent. A frame consists of these parts:
 * <ul>
 * <li>the length of all following parts, as four bytes;</li>
 * <li>the kind of the message: a number of {@link Protocol.Message};</li>
 * <li>the data;</li>
 * <li>the CRC-32 of the kind and the data, as four bytes.</li>
 * </ul>
 *
 * <p>The least significant byte of each number comes first. The checksum is needed because code under test
 * can write to any file descriptor, even in the middle of a message.
 */
public final class Frames {
    private Frames() {
    }

    /** Begins a message in a buffer. Drops the former content of the buffer. */
    public static void begin(MessageWriter out, int kind) {
        out.truncate(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(kind);
    }

    /** Ends a message: adds the checksum and writes the length at the start. */
    public static void end(MessageWriter out) {
        out.i32(out.crc32(4));
        out.overwriteI32(0, out.size() - 4);
    }
}

package testudo.runner.message;

/**
 * The frames of messages to the parent: the length of the rest as four bytes, least significant first, then a
 * kind (see {@link Protocol.Message}), then data, then the CRC-32 of kind and data as four bytes. The checksum is
 * needed because code under test may write to any file descriptor, even in the middle of a message.
 */
public final class Frames {
    private Frames() {
    }

    /** Begins a message in a buffer and drops its former content. */
    public static void begin(MessageWriter out, int kind) {
        out.truncate(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(kind);
    }

    /** Ends a message: adds the checksum and fills in the length. */
    public static void end(MessageWriter out) {
        out.i32(out.crc32(4));
        out.overwriteI32(0, out.size() - 4);
    }
}

package testudo.runner;

/**
 * What the parent is told: the length of the rest as four bytes, least significant first, then a kind (see
 * {@link Protocol.Message}), then data, and the CRC-32 of both in the same way as the length. Code under test may write to any descriptor, in the middle of a message, too.
 */
final class Frames {
    private Frames() {
    }

    /** Begins a message in an empty buffer. */
    static void begin(Out out, int kind) {
        out.truncate(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(0);
        out.u8(kind);
    }

    /** Adds the sum and fills in the length. */
    static void end(Out out) {
        out.i32(out.sum(4));
        out.patch(0, out.size() - 4);
    }
}

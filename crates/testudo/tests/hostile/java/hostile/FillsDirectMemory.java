package hostile;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Allocates memory outside the heap. */
public class FillsDirectMemory {
    private static final List<ByteBuffer> BUFFERS = new ArrayList<ByteBuffer>();

    public static int ordinaryRound(int number) {
        if (number % 8 == 0) {
            return number;
        }
        return number > 0 ? number + 8 - number % 8 : 0;
    }

    public static void fill() {
        while (true) {
            BUFFERS.add(ByteBuffer.allocateDirect(1 << 20));
        }
    }

    public static int one() {
        return ByteBuffer.allocateDirect(1 << 20).capacity();
    }

    public static int huge() {
        return ByteBuffer.allocateDirect(Integer.MAX_VALUE).capacity();
    }
}

package hostile;

import java.util.Arrays;
import java.util.BitSet;

/** Allocates arrays that exceed the heap, and arrays that almost fill the heap. */
public class GiganticArrays {
    public static int ordinaryArea(int width, int height) {
        if (width <= 0 || height <= 0) {
            return 0;
        }
        return width > 1000 || height > 1000 ? -1 : width * height;
    }

    public static int[] largest() {
        return new int[Integer.MAX_VALUE];
    }

    public static byte[] megabytes(int count) {
        return new byte[count << 20];
    }

    public static long[][][] cube(int side) {
        return new long[side][side][side];
    }

    public static Object[] deep() {
        return new Object[50][50][50][50];
    }

    public static int bits() {
        BitSet bits = new BitSet();
        bits.set(Integer.MAX_VALUE - 1);
        return bits.size();
    }

    public static int copies() {
        byte[] all = new byte[1];
        while (true) {
            all = Arrays.copyOf(all, 2 * all.length);
        }
    }
}

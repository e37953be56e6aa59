package hostile;

import java.lang.reflect.Field;

/** Crashes the JVM: reads and writes memory at invalid addresses. */
public class CrashesJvm {
    public static int ordinaryAddress(int page, int offset) {
        if (offset < 0 || offset >= 4096) {
            throw new IndexOutOfBoundsException("offset " + offset);
        }
        return page < 0 ? 0 : page * 4096 + offset;
    }

    public static void crash() throws ReflectiveOperationException {
        memory().putAddress(8, 42);
    }

    public static long read() throws ReflectiveOperationException {
        return memory().getLong(0);
    }

    public static void wild(int step) throws ReflectiveOperationException {
        sun.misc.Unsafe memory = memory();
        long[] own = new long[1];
        for (int i = 0; i < 1_000_000; i++) {
            memory.putLong(own, 16L + 8L * i * Math.max(1, step), 0x4141414141414141L);
        }
    }

    private static sun.misc.Unsafe memory() throws ReflectiveOperationException {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        return (sun.misc.Unsafe) unsafe.get(null);
    }
}

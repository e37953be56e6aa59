package testudo.runner.sandbox;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sets the seed of {@link ThreadLocalRandom} in the current thread. The JDK has no method for this: the seed
 * is a private field of the thread, and only {@code sun.misc.Unsafe} can write it.
 */
final class ThreadGenerator {
    private static final Object UNSAFE;
    private static final Method PUT_LONG;
    private static final long SEED_OFFSET;

    static {
        Object unsafe = null;
        Method putLong = null;
        long offset = 0;
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            unsafe = instance.get(null);
            Field seed = Thread.class.getDeclaredField("threadLocalRandomSeed");
            offset = (Long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, seed);
            putLong = type.getMethod("putLong", Object.class, long.class, long.class);
        } catch (Exception e) {
            // Without access to the field, the random numbers of the thread differ in each run.
            putLong = null;
        }
        UNSAFE = unsafe;
        PUT_LONG = putLong;
        SEED_OFFSET = offset;
    }

    private ThreadGenerator() {}

    /** Sets the seed, if this JDK allows it. */
    static void setSeed(long seed) {
        // The first call in a thread chooses a seed. It must not replace the new seed later.
        ThreadLocalRandom.current();
        if (PUT_LONG == null) {
            return;
        }
        try {
            PUT_LONG.invoke(UNSAFE, Thread.currentThread(), SEED_OFFSET, seed);
        } catch (Exception e) {
            // Later JDKs refuse the access. The random numbers of the thread then differ in each run.
        }
    }
}

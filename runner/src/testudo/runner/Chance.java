package testudo.runner;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Stands in for what code under test draws at random without giving a seed: a test draws the same in every run. Generators that
 * static fields hold begin anew for each test.
 *
 * <p>It can draw otherwise, as {@link Clock} can run otherwise, and who draws is noted there: what a test shows then and did
 * not show before hangs on chance.
 */
public final class Chance {
    /** Between one seed and the next: the golden ratio. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private static long start;
    private static long seed;
    /** What draws where nobody sees a generator; made when it is first needed. */
    private static Random generator;
    private static final List<Kept> kept = new ArrayList<Kept>();

    private Chance() {}

    /** A generator that a static field holds. */
    private static final class Kept {
        final Random generator;
        final int name;

        Kept(Random generator, int name) {
            this.generator = generator;
            this.name = name;
        }

        void begin() {
            generator.setSeed(start + name);
        }
    }

    /** What a thread has {@link ThreadLocalRandom} go on from, which cannot be given a seed. */
    private static final class State {
        private static final Object UNSAFE;
        private static final Method PUT;
        private static final long OFFSET;

        static {
            Object unsafe = null;
            Method put = null;
            long offset = 0;
            try {
                Class<?> type = Class.forName("sun.misc.Unsafe");
                Field instance = type.getDeclaredField("theUnsafe");
                instance.setAccessible(true);
                unsafe = instance.get(null);
                Field state = Thread.class.getDeclaredField("threadLocalRandomSeed");
                offset = (Long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, state);
                put = type.getMethod("putLong", Object.class, long.class, long.class);
            } catch (ReflectiveOperationException | RuntimeException e) {
                // A JVM that keeps it closed draws as it likes.
                put = null;
            }
            UNSAFE = unsafe;
            PUT = put;
            OFFSET = offset;
        }

        static void set(long state) {
            try {
                if (PUT != null) {
                    PUT.invoke(UNSAFE, Thread.currentThread(), OFFSET, state);
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * To be called before each test.
     *
     * @param otherwise which of the other numbers it draws, or 0 for the usual ones
     */
    public static synchronized void reset(int otherwise) {
        start = (long) otherwise << 32;
        seed = start;
        generator = null;
        for (int i = 0; i < kept.size(); i++) {
            kept.get(i).begin();
        }
    }

    /** Has what a static field holds begin anew for each test, if it is a generator. */
    static synchronized void keep(Field field, Object value) {
        if (value != null && value.getClass() == Random.class) {
            kept.add(new Kept((Random) value, field.toString().hashCode()));
        }
    }

    /**
     * In place of no seed. What a static initialiser draws stays for all tests and is another number in each JVM: what hangs on it
     * shows as such when another one observes the tests.
     */
    public static long seed() {
        Clock.look();
        return Budget.initialises() ? System.nanoTime() : (seed += STEP);
    }

    /** In place of {@code Math.random()}. */
    public static double random() {
        return generator().nextDouble();
    }

    /** In place of {@code UUID.randomUUID()}. */
    public static UUID uuid() {
        Random drawn = generator();
        // Version 4, variant 2: a random one.
        return new UUID(drawn.nextLong() & ~0xF000L | 0x4000L, drawn.nextLong() >>> 2 | 1L << 63);
    }

    /** In place of {@code Collections.shuffle(list)}. */
    public static void shuffle(List<?> list) {
        Collections.shuffle(list, generator());
    }

    /** In place of {@code ThreadLocalRandom.current()}. */
    public static ThreadLocalRandom local() {
        ThreadLocalRandom local = ThreadLocalRandom.current();
        State.set(seed());
        return local;
    }

    private static Random generator() {
        Clock.look();
        if (Budget.initialises()) {
            return new Random(seed());
        }
        Random known = generator;
        if (known == null) {
            known = new Random(seed());
            generator = known;
        }
        return known;
    }
}

package testudo.runner;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Stands in for what code under test draws at random without giving a seed: a test draws the same in every run. A {@link Random}
 * that a static field holds begins anew for each test.
 *
 * <p>It can draw otherwise, as {@link Clock} can run otherwise, and who draws is noted there: what a test shows then and did
 * not show before hangs on chance.
 */
public final class Chance {
    /** Between one seed and the next: the golden ratio. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private static int otherwise;
    private static long seed;
    /** What draws where nobody sees a generator; made when it is first needed. */
    private static Random generator;
    private static final List<Kept> kept = new ArrayList<Kept>();
    /** Whether a static initialiser was refused a seed since {@link #keep} was asked last. */
    private static boolean drawn;

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
            generator.setSeed(mixed(otherwise + name * STEP));
        }
    }

    /**
     * To be called before each test.
     *
     * @param otherwise which of the other numbers it draws, or 0 for the usual ones
     */
    public static synchronized void reset(int otherwise) {
        Chance.otherwise = otherwise;
        seed = otherwise;
        generator = null;
        for (int i = 0; i < kept.size(); i++) {
            kept.get(i).begin();
        }
    }

    /** Has a generator that a static field holds begin anew for each test, and now. */
    static synchronized void keep(Field field, Object value) {
        if (drawn && value != null && value.getClass() == Random.class) {
            Kept found = new Kept((Random) value, field.toString().hashCode());
            found.begin();
            kept.add(found);
        }
    }

    /** The fields of a class are all told of. */
    static void kept() {
        drawn = false;
    }

    /**
     * In place of no seed. What a static initialiser draws stays for all tests and is another number in each JVM: what hangs on it
     * shows as such when another one observes the tests. Threads draw by chance.
     */
    public static long seed() {
        Clock.look();
        drawn |= Budget.initialises();
        return isOfTest() ? mixed(seed += STEP) : System.nanoTime();
    }

    private static boolean isOfTest() {
        return Clock.isOfTest() && !Budget.initialises();
    }

    /** Seeds that differ in a few bits give numbers that have others in common (finalizer of MurmurHash3, as in SplittableRandom). */
    private static long mixed(long seed) {
        long mixed = (seed ^ seed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
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

    private static Random generator() {
        Clock.look();
        if (!isOfTest()) {
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

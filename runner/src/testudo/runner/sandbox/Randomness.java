package testudo.runner.sandbox;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Replaces random numbers that code under test draws from a generator without a seed, so that a test draws
 * the same numbers in every run. If a static field contains a {@link Random} without a seed, this generator
 * restarts before each test with a fixed seed.
 *
 * <p>An environment variant has other random numbers: see {@link Clock}. The clock also records each draw.
 */
public final class Randomness {
    /** Difference between consecutive seeds: 2 to the 64th divided by the golden ratio. */
    private static final long SEED_STEP = 0x9E3779B97F4A7C15L;

    /** Environment variant of the running test, or 0 for the usual numbers. */
    private static int variant;
    /** Last seed that the running test received, before its bits were mixed. */
    private static long seed;
    /** Generator of {@link #random}, {@link #uuid} and {@link #shuffle}, created at first use in a test. */
    private static Random generator;
    /** Whether the running test has called {@link #restartThread}. */
    private static boolean isThreadRestarted;
    private static final List<FieldGenerator> fieldGenerators = new ArrayList<FieldGenerator>();
    /** Whether a static initialiser created a generator without a seed since the last {@link #endClass}. */
    private static boolean isSeedDrawn;

    private Randomness() {}

    /** A generator that was created without a seed and is the value of a static field. */
    private static final class FieldGenerator {
        final Random generator;
        /**
         * Hash of the name of the field. The hash determines the seed, so the seed is the same in every JVM.
         */
        final int fieldHash;

        FieldGenerator(Random generator, int fieldHash) {
            this.generator = generator;
            this.fieldHash = fieldHash;
        }

        void restart() {
            generator.setSeed(mix(variant + fieldHash * SEED_STEP));
        }
    }

    /**
     * Restarts all generators of random numbers, so that each run with the same variant draws the same
     * numbers. Must be called before each run of a test.
     *
     * @param variant environment variant, or 0 for the usual environment
     */
    public static synchronized void reset(int variant) {
        Randomness.variant = variant;
        seed = variant;
        generator = null;
        isThreadRestarted = false;
        for (int i = 0; i < fieldGenerators.size(); i++) {
            fieldGenerators.get(i).restart();
        }
    }

    /**
     * Registers the value of a static field after the initialisation of its class. If the value is a
     * {@link Random}, and the initialiser created a generator without a seed, the value is regarded as this
     * generator. The generator restarts now and before each test.
     */
    public static synchronized void registerField(Field field, Object value) {
        if (isSeedDrawn && value != null && value.getClass() == Random.class) {
            FieldGenerator fieldGenerator = new FieldGenerator((Random) value, field.toString().hashCode());
            fieldGenerator.restart();
            fieldGenerators.add(fieldGenerator);
        }
    }

    /** Ends the registration of the static fields of a class. */
    public static void endClass() {
        isSeedDrawn = false;
    }

    /**
     * Returns a seed for a new generator. A test receives the same seeds in every run. Other threads and
     * static initialisers receive seeds that depend on the time. Observations that depend on these seeds
     * differ between JVMs, so no assertions are made from them.
     */
    public static long seed() {
        Clock.recordRead();
        isSeedDrawn |= Budget.isPaused();
        return isCalledByTest() ? mix(seed += SEED_STEP) : System.nanoTime();
    }

    /** Returns whether the caller runs on the thread of the test, and not in a static initialiser. */
    private static boolean isCalledByTest() {
        return Clock.isTestThread() && !Budget.isPaused();
    }

    /**
     * Mixes the bits of a seed, because generators with similar seeds draw similar numbers (finalizer of
     * MurmurHash3, as in SplittableRandom).
     */
    private static long mix(long seed) {
        long bits = (seed ^ seed >>> 33) * 0xFF51AFD7ED558CCDL;
        bits = (bits ^ bits >>> 33) * 0xC4CEB9FE1A85EC53L;
        return bits ^ bits >>> 33;
    }

    /**
     * Restarts the generator of the thread with a seed of the test, at the first call in a test. Instrumented
     * code calls this method before {@code ThreadLocalRandom.current()}.
     */
    public static void restartThread() {
        Clock.recordRead();
        if (isCalledByTest() && !isThreadRestarted) {
            isThreadRestarted = true;
            ThreadGenerator.setSeed(seed());
        }
    }

    /** Replaces {@code Math.random()}. */
    public static double random() {
        return generator().nextDouble();
    }

    /** Replaces {@code UUID.randomUUID()}. */
    public static UUID uuid() {
        Random random = generator();
        // The bits for a random UUID: UUID version 4, UUID variant 2.
        return new UUID(random.nextLong() & ~0xF000L | 0x4000L, random.nextLong() >>> 2 | 1L << 63);
    }

    /** Replaces {@code Collections.shuffle(list)}. */
    public static void shuffle(List<?> list) {
        Collections.shuffle(list, generator());
    }

    private static Random generator() {
        Clock.recordRead();
        if (!isCalledByTest()) {
            return new Random(seed());
        }
        Random testGenerator = generator;
        if (testGenerator == null) {
            testGenerator = new Random(seed());
            generator = testGenerator;
        }
        return testGenerator;
    }
}

package hostile;

import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/** Returns values that depend on identity hash codes, the clock, random numbers or free memory. */
public class DependsOnChance {
    private final long made = System.nanoTime();

    public static String ordinaryPart(int percent) {
        if (percent < 50) {
            return "less";
        }
        return percent == 50 ? "half" : "more";
    }

    public int hash() {
        return System.identityHashCode(this);
    }

    public String text() {
        return super.toString() + new Object();
    }

    public long time() {
        return System.currentTimeMillis() % 1000 + System.nanoTime() % 7;
    }

    public String instant() {
        return Instant.now().toString();
    }

    public double number() {
        return Math.random() < 0.5 ? new Random().nextInt(10) : 3;
    }

    public String name() {
        return UUID.randomUUID().toString().substring(0, 1);
    }

    public boolean sometimes() {
        return new Object().hashCode() % 2 == 0;
    }

    public long age() {
        return System.nanoTime() - made;
    }

    public long freeMemory() {
        return Runtime.getRuntime().freeMemory();
    }
}

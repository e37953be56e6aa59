package hostile;

/**
 * The state of an instance depends on the number of earlier instances. Every tenth constructor call throws an
 * exception.
 */
public class CountsInstances {
    private static final int[] INSTANCES = new int[1];

    private final int number;

    {
        number = ++INSTANCES[0];
        if (number % 10 == 0) {
            throw new IllegalStateException("the tenth");
        }
    }

    public int ordinaryScore(int hits, int misses) {
        if (hits == 0) {
            return 0;
        }
        return hits > misses ? 2 : 1;
    }

    public int number() {
        return number;
    }

    public boolean isEarly() {
        return number < 10;
    }

    @Override
    public String toString() {
        return "instance " + number;
    }
}

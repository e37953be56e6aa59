package hostile;

/** Behaves differently with and without enabled assertions. */
public class DependsOnAssertions {
    private static int asserted;

    public static int ordinaryLarger(int a, int b) {
        if (a > b) {
            return a;
        }
        return b;
    }

    public static boolean enabled() {
        boolean enabled = false;
        assert enabled = true;
        return enabled;
    }

    public static int positive(int number) {
        assert number > 0 : "not positive: " + number;
        return number;
    }

    public static int counted() {
        assert asserted++ < 1000;
        return asserted;
    }

    public static void off() {
        ClassLoader loader = DependsOnAssertions.class.getClassLoader();
        loader.setDefaultAssertionStatus(false);
        loader.clearAssertionStatus();
    }
}

package hostile;

/** Uses three helper classes whose static initialisers never end. */
public class HelperLoops {
    static final class Nested {
        static int size = sleepless();

        private static int sleepless() {
            int size = 1;
            while (size > 0) {
                size = size == 5 ? 1 : size + 1;
            }
            return size;
        }
    }

    static final class Direct {
        static int size = 1;

        static {
            while (size > 0) {
                size = size == 5 ? 1 : size + 1;
            }
        }
    }

    public static boolean ordinaryLeap(int year) {
        if (year % 100 == 0) {
            return year % 400 == 0;
        }
        return year % 4 == 0;
    }

    public static int helper(int number) {
        return number + EndlessHelper.SIZE;
    }

    public static int nested(int number) {
        return number > 1000 ? Nested.size : number;
    }

    public static int direct(int number) {
        return number < -1000 ? Direct.size : number;
    }
}

final class EndlessHelper {
    static final int SIZE = compute();

    private EndlessHelper() {}

    private static int compute() {
        int size = 0;
        while (size >= 0) {
            size = (size + 1) & 0xff;
        }
        return size;
    }
}

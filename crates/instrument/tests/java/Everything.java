import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Executes all kinds of code that receive instrumentation, and prints the results. */
public final class Everything {
    private static final int[] INTS = {0, 1, -1, 2, 127, 128, -128, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS =
        {0, 1, -1, Integer.MAX_VALUE, 1L << 32, 1L << 52, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1};
    private static final double[] DOUBLES = {
        0.0, -0.0, 1, -1, 0.1, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, Double.NaN,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
    };

    private static int calls;
    static long serial;

    public static void main(String[] args) throws Exception {
        comparisons();
        for (int i = -3; i < 40; i++) {
            print("switches", dense(i), sparse(i * 500), text("k" + i), level(i));
            print("loops", nested(i), labelled(i), collatz(i));
            print("handlers", nestedTry(i), finallyReturns(i), resources(i), synchronised(i), rethrow(i));
            print("objects", new Everything(i > 3 ? i : -i, i < 9).value, lambdas(i), arrays(i % 5), inner(i));
        }
        print("statics", calls, serial, Level.valueOf("HIGH"), Holder.VALUES, Defaults.super_(3));
    }

    private static void comparisons() {
        StringBuilder bits = new StringBuilder();
        for (int a : INTS) {
            for (int b : INTS) {
                bits.append(a == b ? 1 : 0).append(a != b ? 1 : 0).append(a < b ? 1 : 0);
                bits.append(a <= b ? 1 : 0).append(a > b ? 1 : 0).append(a >= b ? 1 : 0);
            }
            bits.append(a == 0 ? 1 : 0).append(a < 0 ? 1 : 0).append(a > 0 ? 1 : 0).append('\n');
        }
        for (long a : LONGS) {
            for (long b : LONGS) {
                bits.append(a == b ? 1 : 0).append(a != b ? 1 : 0).append(a < b ? 1 : 0);
                bits.append(a <= b ? 1 : 0).append(a > b ? 1 : 0).append(a >= b ? 1 : 0);
            }
            bits.append('\n');
        }
        for (double a : DOUBLES) {
            for (double b : DOUBLES) {
                bits.append(a == b ? 1 : 0).append(a != b ? 1 : 0).append(a < b ? 1 : 0);
                bits.append(a <= b ? 1 : 0).append(a > b ? 1 : 0).append(a >= b ? 1 : 0);
                float c = (float) a, d = (float) b;
                bits.append(c == d ? 1 : 0).append(c != d ? 1 : 0).append(c < d ? 1 : 0);
                bits.append(c <= d ? 1 : 0).append(c > d ? 1 : 0).append(c >= d ? 1 : 0);
                bits.append(!(a < b) ? 1 : 0).append(!(c >= d) ? 1 : 0);
            }
            bits.append('\n');
        }
        System.out.print(bits);
    }

    private static void print(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    private final String value;

    Everything(int a, boolean keep) {
        this(a > 5L ? new String(a < 10.5 ? "small" : "big") : a == -3f ? null : "none");
        calls++;
    }

    private Everything(String value) {
        this.value = value == null ? "null" : value;
    }

    static int dense(int i) {
        switch (i) {
            case 0: return 10;
            case 1: i += 2;
            case 2: i *= 3; break;
            case 5: case 6: return -i;
            default: return i > 20 ? 7 : 8;
        }
        return i;
    }

    static String sparse(int i) {
        switch (i) {
            case -1000: return "a";
            case 0: return "b";
            case 5000: return "c";
            case 1 << 30: return "d";
            default: return "e";
        }
    }

    static int text(String s) {
        switch (s) {
            case "k1": return 1;
            case "k2": return 2;
            case "k-1": return 3;
            default: return s.length();
        }
    }

    enum Level { LOW, MIDDLE, HIGH }

    static int level(int i) {
        switch (i < 0 ? Level.LOW : i < 9 ? Level.MIDDLE : Level.HIGH) {
            case LOW: return 1;
            case HIGH: return 3;
            default: return 0;
        }
    }

    static long nested(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            for (long j = n; j > i; j -= 2) {
                sum += i % 3 == 0 ? j : -j;
            }
        }
        return sum;
    }

    static int labelled(int n) {
        int found = 0;
        outer:
        for (int i = 0; ; i++) {
            int j = 0;
            do {
                if (i * j > n) break outer;
                if ((i + j) % 7 == 5) continue outer;
                found += j;
            } while (++j < 10);
        }
        return found;
    }

    static int collatz(int n) {
        int steps = 0;
        double x = Math.abs(n) + 1;
        while (x != 1) {
            x = x % 2 == 0 ? x / 2 : 3 * x + 1;
            steps++;
        }
        return steps;
    }

    static String nestedTry(int i) {
        StringBuilder trail = new StringBuilder();
        try {
            try {
                trail.append(10 / i);
                if (i == 2) throw new IllegalStateException("two");
                trail.append(new int[i].length);
            } catch (ArithmeticException e) {
                trail.append("A");
            } finally {
                trail.append("F");
            }
        } catch (RuntimeException e) {
            trail.append(e.getClass().getSimpleName());
        }
        return trail.toString();
    }

    @SuppressWarnings("finally")
    static int finallyReturns(int i) {
        for (int round = 0; ; round++) {
            try {
                if (i % 2 == 0) throw new Exception();
                return round;
            } catch (Exception e) {
                i++;
            } finally {
                if (i > 30) return -i;
            }
        }
    }

    static String resources(int i) {
        List<String> trail = new ArrayList<>();
        try (AutoCloseable a = () -> trail.add("a"); AutoCloseable b = i % 3 == 0 ? null : () -> trail.add("b")) {
            if (i % 4 == 0) throw new IllegalArgumentException("x" + i);
            trail.add("body");
        } catch (Exception e) {
            trail.add(e.getMessage());
        }
        return trail.toString();
    }

    static int synchronised(int i) {
        Object lock = new Object();
        try {
            synchronized (lock) {
                if (i == 4) throw new IllegalStateException();
                return i + (Thread.holdsLock(lock) ? 1 : 0);
            }
        } catch (IllegalStateException e) {
            return Thread.holdsLock(lock) ? -1 : -2;
        }
    }

    static String rethrow(int i) {
        try {
            try {
                return String.valueOf("abc".charAt(i));
            } catch (IndexOutOfBoundsException e) {
                throw new RuntimeException(i > 9 ? "far" : "near", e);
            }
        } catch (RuntimeException e) {
            return e.getMessage() + e.getStackTrace()[0].getLineNumber();
        }
    }

    static int lambdas(int i) {
        Function<Integer, Integer> twice = x -> x > 5 ? 2 * x : x;
        Map<Integer, Integer> seen = new HashMap<>();
        return seen.computeIfAbsent(i, twice) + (seen.containsKey(i) ? 100 : 0);
    }

    static String arrays(int n) {
        try {
            return Arrays.deepToString(new Object[] {
                new byte[n], new char[n][2], new long[n][n][1], new String[n][], new double[n][1][1][1]
            });
        } catch (NegativeArraySizeException e) {
            return e.getMessage();
        }
    }

    static String inner(int n) {
        serial += n;
        Iterator<Integer> numbers = new Iterator<Integer>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < n;
            }

            @Override
            public Integer next() {
                return next++;
            }
        };
        StringBuilder text = new StringBuilder();
        numbers.forEachRemaining(text::append);
        return text.toString();
    }

    static final class Holder {
        static final Map<String, Integer> VALUES = new HashMap<>();

        static {
            for (Level level : Level.values()) {
                if (level != Level.MIDDLE) {
                    VALUES.put(level.name(), level.ordinal());
                }
            }
        }
    }

    interface Defaults {
        List<Integer> SEEN = new ArrayList<>();

        default int f(int a) {
            return a > 2 ? 1 : 2;
        }

        static int super_(int a) {
            SEEN.add(a);
            return new Defaults() {}.f(a) + SEEN.size();
        }
    }
}

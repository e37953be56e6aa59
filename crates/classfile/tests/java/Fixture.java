import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Code with every construct that the editor supports. Prints the values that it computes. */
public final class Fixture {
    public static void main(String[] args) throws Exception {
        for (int i = -3; i < 12; i++) {
            print("switches", dense(i), sparse(i * 1000), strings("s" + i), Kind.of(i).label());
            print("loops", nested(i), toTheStart(i), labelled(i));
            print("wide", longs(i, i * 1.5, i + 1L, i / 3f), wideLocals(i));
            print("handlers", tryFinally(i), nestedTry(i), resources(i), synchronised(i));
            print("objects", conditionalNew(i > 3, i), new Fixture(i).text, lambdas(i), arrays(i), types(i));
            print("modern", records(i), patterns(i % 2 == 0 ? (Object) i : "odd" + i), text(i));
        }
    }

    private static void print(Object... values) {
        System.out.println(Arrays.deepToString(values));
    }

    private final String text;

    Fixture(int i) {
        this(i > 4 ? "big" : i < 0 ? "negative" : "small", i != 7);
    }

    private Fixture(String text, boolean keep) {
        this.text = keep ? text : null;
    }

    enum Kind {
        LOW { @Override String label() { return "l"; } },
        MIDDLE { @Override String label() { return "m"; } },
        HIGH { @Override String label() { return "h"; } };

        abstract String label();

        static Kind of(int i) {
            return i < 0 ? LOW : i > 5 ? HIGH : MIDDLE;
        }
    }

    static int dense(int i) {
        switch (i) {
            case 0: return 10;
            case 1: i += 2;
            case 2: i *= 3; break;
            case 4: throwing(i); return -1;
            default: i--;
        }
        return i;
    }

    static void throwing(int i) {
        if (i > 100) throw new IllegalStateException();
    }

    static String sparse(int i) {
        switch (i) {
            case -2000: return "minus two";
            case 1000: case 5000: return "odd";
            case 7000: return "seven";
            default: return "none";
        }
    }

    static int strings(String s) {
        switch (s) {
            case "s1": return 1;
            case "s-3": return -3;
            case "Aa": case "BB": return 2;
            default: return s.length();
        }
    }

    static int nested(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            int j = i;
            while (j > 0) {
                sum += j % 2 == 0 ? j : -1;
                j -= 2;
            }
            do sum++; while (sum % 5 != 0);
        }
        return sum;
    }

    static int toTheStart(int n) {
        while (n > 3) {
            n -= 2;
        }
        return n;
    }

    static int labelled(int n) {
        int found = 0;
        outer:
        for (int i = 2; i < n * 3; i++) {
            for (int j = 2; j < i; j++) {
                if (i % j == 0) continue outer;
                if (found > 5) break outer;
            }
            found++;
        }
        return found;
    }

    static double longs(long a, double b, long c, float d) {
        double r = a > c ? a : c;
        if (b <= d) r += b;
        if (d < Float.NaN) r = 0;
        long shifted = a << 3 ^ c >>> 2;
        return shifted == 4 ? r : r * shifted;
    }

    static int wideLocals(int n) {
        // Some slots of these local variables exceed 255, so the compiler uses the prefix `wide`.
        long a0 = n, a1 = 1, a2 = 2, a3 = 3, a4 = 4, a5 = 5, a6 = 6, a7 = 7, a8 = 8, a9 = 9;
        long b0 = n, b1 = 1, b2 = 2, b3 = 3, b4 = 4, b5 = 5, b6 = 6, b7 = 7, b8 = 8, b9 = 9;
        long c0 = n, c1 = 1, c2 = 2, c3 = 3, c4 = 4, c5 = 5, c6 = 6, c7 = 7, c8 = 8, c9 = 9;
        long d0 = n, d1 = 1, d2 = 2, d3 = 3, d4 = 4, d5 = 5, d6 = 6, d7 = 7, d8 = 8, d9 = 9;
        long e0 = n, e1 = 1, e2 = 2, e3 = 3, e4 = 4, e5 = 5, e6 = 6, e7 = 7, e8 = 8, e9 = 9;
        long f0 = n, f1 = 1, f2 = 2, f3 = 3, f4 = 4, f5 = 5, f6 = 6, f7 = 7, f8 = 8, f9 = 9;
        long g0 = n, g1 = 1, g2 = 2, g3 = 3, g4 = 4, g5 = 5, g6 = 6, g7 = 7, g8 = 8, g9 = 9;
        long h0 = n, h1 = 1, h2 = 2, h3 = 3, h4 = 4, h5 = 5, h6 = 6, h7 = 7, h8 = 8, h9 = 9;
        long i0 = n, i1 = 1, i2 = 2, i3 = 3, i4 = 4, i5 = 5, i6 = 6, i7 = 7, i8 = 8, i9 = 9;
        long j0 = n, j1 = 1, j2 = 2, j3 = 3, j4 = 4, j5 = 5, j6 = 6, j7 = 7, j8 = 8, j9 = 9;
        long k0 = n, k1 = 1, k2 = 2, k3 = 3, k4 = 4, k5 = 5, k6 = 6, k7 = 7, k8 = 8, k9 = 9;
        long l0 = n, l1 = 1, l2 = 2, l3 = 3, l4 = 4, l5 = 5, l6 = 6, l7 = 7, l8 = 8, l9 = 9;
        long m0 = n, m1 = 1, m2 = 2, m3 = 3, m4 = 4, m5 = 5, m6 = 6, m7 = 7, m8 = 8, m9 = 9;
        int counter = 0;
        for (int k = 0; k < n; k++) {
            counter += 1000;
            if (m9 > l0 + k) counter++;
            else m9 += b5;
        }
        return counter;
    }

    static String tryFinally(int n) {
        StringBuilder log = new StringBuilder();
        try {
            log.append(10 / n);
            if (n == 2) return log.append(" early").toString();
        } catch (ArithmeticException e) {
            log.append("zero");
        } finally {
            log.append(" finally");
            if (n > 8) log.append(" big");
        }
        return log.toString();
    }

    static int nestedTry(int n) {
        int result = 0;
        for (int i = 0; i < 3; i++) {
            try {
                try {
                    if (n == i) throw new IllegalArgumentException("inner");
                    result += 100 / (n - i - 1);
                } finally {
                    result++;
                    if (n > 5) continue;
                }
                result += 2;
            } catch (IllegalArgumentException | ArithmeticException e) {
                result -= e instanceof ArithmeticException ? 7 : 3;
            }
        }
        return result;
    }

    static String resources(int n) throws Exception {
        List<String> log = new ArrayList<>();
        try (AutoCloseable a = () -> log.add("a"); AutoCloseable b = n > 2 ? () -> { throw new Exception("b"); } : null) {
            if (n % 2 == 0) throw new RuntimeException("body");
            log.add("body");
        } catch (Exception e) {
            log.add(e.getMessage() + e.getSuppressed().length);
        }
        return log.toString();
    }

    static int synchronised(int n) {
        Object lock = new Object();
        synchronized (lock) {
            if (n > 4) return n;
            synchronized (Fixture.class) {
                n += 2;
            }
        }
        return -n;
    }

    static Object conditionalNew(boolean flag, int n) {
        return new ArrayList<Object>(Arrays.asList(
            new String(flag ? "yes" : n < 0 ? "no" : "perhaps"), new int[flag ? 1 : 2].length, flag && n > 5 || n == 1));
    }

    static int lambdas(int n) {
        IntUnaryOperator twice = i -> i > 2 ? i * 2 : i;
        Supplier<Integer> captured = () -> {
            try {
                return twice.applyAsInt(n) / (n - 1);
            } catch (ArithmeticException e) {
                return -1;
            }
        };
        return captured.get() + twice.andThen(i -> -i).applyAsInt(5);
    }

    static long arrays(int n) {
        int[][] table = new int[3][4];
        long[] longs = {n, n + 1L};
        for (int[] row : table) for (int i = 0; i < row.length; i++) row[i] = i > n ? 1 : 2;
        longs[n > 3 ? 1 : 0] += table[1][2]++;
        boolean[] flags = new boolean[2];
        flags[1] |= longs[0] > longs[1];
        return longs[0] * longs[1] + (flags[1] ? 1 : 0);
    }

    static String types(int n) {
        Object o = n > 2 ? (Object) Integer.valueOf(n) : n > 0 ? new int[n] : null;
        if (o instanceof Integer) return "Integer" + (int) o;
        return o == null ? "null" : o.getClass().getName();
    }

    record Point(int x, long y) {
        Point {
            if (x < 0) x = 0;
        }
    }

    static String records(int n) {
        Point point = new Point(n, n > 3 ? 1 : 2);
        return point + " " + point.equals(new Point(n, 1));
    }

    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}

    static String patterns(Object o) {
        Shape shape = o instanceof Integer i && i > 2 ? new Circle(i) : new Square(o.hashCode() % 10);
        if (shape instanceof Circle c && c.r() > 5) return "big " + c;
        return switch (o instanceof String s ? s.length() : 0) {
            case 4 -> {
                String t = shape.toString();
                yield t + t.length();
            }
            case 5 -> "five";
            default -> "other " + shape;
        };
    }

    static String text(int n) {
        return "n=" + n + (n > 3 ? '!' : "?") + (long) n + new int[0].length;
    }
}

package hostile;

/** Starts many threads that sleep. */
public class ThreadStorm {
    private static volatile int started;

    public static int ordinaryHalf(int number) {
        if (number % 2 != 0) {
            throw new IllegalArgumentException("odd: " + number);
        }
        return number > 50 ? 25 : number / 2;
    }

    public static void storm() {
        while (true) {
            start();
        }
    }

    public static void some(int count) {
        for (int i = 0; i < count; i++) {
            start();
        }
    }

    private static void start() {
        new Thread(() -> {
            started++;
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                started--;
            }
        }).start();
    }
}

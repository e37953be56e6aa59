package hostile;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Uses thread pools that are never shut down, and a future that is never completed. */
public class NeverShutDown {
    private final ExecutorService pool = Executors.newCachedThreadPool();

    public static int ordinaryTriangle(int a, int b, int c) {
        if (a + b <= c || b + c <= a || a + c <= b) {
            return 0;
        }
        return a == b && b == c ? 3 : 1;
    }

    public int compute(int number) throws Exception {
        Callable<Integer> twice = () -> 2 * number;
        Future<Integer> result = pool.submit(twice);
        return result.get();
    }

    public String never() {
        return new CompletableFuture<String>().join();
    }

    public void busy() {
        pool.submit(() -> {
            while (true) {
                Thread.yield();
            }
        });
    }
}

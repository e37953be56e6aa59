package hostile;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes the content of static fields: an object, an array and a thread-local variable. The result of a call
 * depends on earlier calls.
 */
public class LeaksState {
    private static final class Counter {
        int count;
        final List<String> seen = new ArrayList<String>();
    }

    private static final Counter COUNTER = new Counter();
    private static final int[] CELLS = new int[4];
    private static final ThreadLocal<int[]> LOCAL = ThreadLocal.withInitial(() -> new int[1]);

    public static int ordinaryWrap(int index, int size) {
        if (size <= 0) {
            return -1;
        }
        return index < 0 ? size - 1 : index % size;
    }

    public static int count() {
        return COUNTER.count++;
    }

    public static int remember(String text) {
        COUNTER.seen.add(text);
        return COUNTER.seen.size();
    }

    public static int cell(int index) {
        return ++CELLS[index & 3];
    }

    public static int local() {
        return LOCAL.get()[0]++;
    }

    public static String phase() {
        return COUNTER.count < 5 ? "new" : COUNTER.count < 50 ? "used" : "old";
    }

    public static void failLater() {
        if (COUNTER.count++ > 20) {
            throw new IllegalStateException("worn out");
        }
    }
}

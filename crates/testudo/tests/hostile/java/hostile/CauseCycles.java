package hostile;

import java.util.ArrayList;
import java.util.List;

/**
 * Throws exceptions with cyclic or very deep causes and large messages. Returns objects that contain
 * themselves.
 */
public class CauseCycles {
    public static int ordinaryDepth(int levels) {
        if (levels > 10) {
            return 10;
        }
        return levels < 0 ? 0 : levels;
    }

    public static void circle() {
        RuntimeException first = new RuntimeException("first");
        RuntimeException second = new RuntimeException("second", first);
        first.initCause(second);
        second.addSuppressed(first);
        throw second;
    }

    public static void chain() {
        RuntimeException last = new RuntimeException("last");
        for (int i = 0; i < 5000; i++) {
            last = new RuntimeException("cause " + i, last);
        }
        throw last;
    }

    public static void huge() {
        throw new IllegalStateException(new String(new char[3_000_000]).replace('\0', '!'));
    }

    public static void suppressed() {
        IllegalStateException thrown = new IllegalStateException("many");
        for (int i = 0; i < 1000; i++) {
            thrown.addSuppressed(new RuntimeException("suppressed " + i));
        }
        throw thrown;
    }

    public static List<Object> self() {
        List<Object> list = new ArrayList<Object>();
        list.add(list);
        list.add(new Object[] {list});
        return list;
    }

    public static Object[] array() {
        Object[] array = new Object[2];
        array[0] = array;
        array[1] = array;
        return array;
    }
}

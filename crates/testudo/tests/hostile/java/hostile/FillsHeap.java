package hostile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fills the heap with large arrays, which remain reachable, and with small objects. */
public class FillsHeap {
    private static final List<Object> REACHABLE = new ArrayList<Object>();

    public static int ordinaryBytes(String unit, int count) {
        if (unit.equals("kB")) {
            return count * 1000;
        }
        return unit.equals("MB") ? count * 1000000 : count;
    }

    public static void arrays() {
        while (true) {
            REACHABLE.add(new long[1 << 20]);
        }
    }

    public static int caught() {
        try {
            arrays();
        } catch (OutOfMemoryError e) {
            return REACHABLE.size();
        }
        return 0;
    }

    public static Map<String, List<String>> objects() {
        Map<String, List<String>> all = new HashMap<String, List<String>>();
        for (int i = 0; ; i++) {
            all.put("key " + i, new ArrayList<String>(1000));
        }
    }
}

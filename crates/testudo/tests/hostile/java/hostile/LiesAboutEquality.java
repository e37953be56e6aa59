package hostile;

import java.util.HashMap;
import java.util.Map;

/** Violates the contracts of equals, hashCode and compareTo: each call returns another result. */
public class LiesAboutEquality implements Comparable<LiesAboutEquality> {
    private static int calls;

    public static String ordinaryResult(int goals, int others) {
        if (goals == others) {
            return "draw";
        }
        return goals > others ? "won" : "lost";
    }

    @Override
    public boolean equals(Object other) {
        return calls++ % 2 == 0;
    }

    @Override
    public int hashCode() {
        return calls++;
    }

    @Override
    public int compareTo(LiesAboutEquality other) {
        return calls++ % 3 - 1;
    }

    @Override
    public String toString() {
        return "lie " + calls++;
    }

    public static Map<LiesAboutEquality, String> map() {
        Map<LiesAboutEquality, String> map = new HashMap<LiesAboutEquality, String>();
        LiesAboutEquality key = new LiesAboutEquality();
        map.put(key, "first");
        map.put(key, "second");
        return map;
    }

    public boolean isItself() {
        return equals(this);
    }
}

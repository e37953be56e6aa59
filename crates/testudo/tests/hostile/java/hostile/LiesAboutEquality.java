package hostile;

import java.util.HashMap;
import java.util.Map;

/** Violates the contracts of equals, hashCode and compareTo: each call returns another result. */
public class LiesAboutEquality implements Comparable<LiesAboutEquality> {
    private static int asked;

    public static String ordinaryResult(int goals, int others) {
        if (goals == others) {
            return "draw";
        }
        return goals > others ? "won" : "lost";
    }

    @Override
    public boolean equals(Object other) {
        return asked++ % 2 == 0;
    }

    @Override
    public int hashCode() {
        return asked++;
    }

    @Override
    public int compareTo(LiesAboutEquality other) {
        return asked++ % 3 - 1;
    }

    @Override
    public String toString() {
        return "lie " + asked++;
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

package hostile;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;

/** Creates a collection whose size is 3, but whose iterator never ends. */
public class LyingIterator {
    static final class Endless extends AbstractCollection<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                private int given;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public Integer next() {
                    return given++;
                }

                @Override
                public void remove() {}
            };
        }

        @Override
        public int size() {
            return 3;
        }
    }

    public static int ordinarySum(List<Integer> numbers) {
        int sum = 0;
        for (Integer number : numbers) {
            sum += number == null ? 0 : number;
        }
        return sum > 100 ? 100 : sum;
    }

    public static Collection<Integer> endless() {
        return new Endless();
    }

    public static int copy() {
        return new ArrayList<Integer>(new HashSet<Integer>(endless())).size();
    }

    public static int most() {
        return Collections.max(endless());
    }

    public static String copies() {
        return Collections.max(Collections.nCopies(Integer.MAX_VALUE, "x"));
    }
}

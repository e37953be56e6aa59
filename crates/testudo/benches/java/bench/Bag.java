package bench;

import java.util.ArrayList;
import java.util.List;

/** A collection that uses a collection of the JDK. */
public class Bag {
    private final List<Object> items = new ArrayList<Object>();

    public Bag put(Object item) {
        items.add(item);
        return this;
    }

    public Object take(int index) {
        return items.isEmpty() ? null : items.remove(Math.floorMod(index, items.size()));
    }

    public int size() {
        return items.size();
    }

    /** Always returns false. The branch that returns true is infeasible. */
    public boolean isNegative() {
        if (items.size() < 0) {
            return true;
        }
        return false;
    }
}

package testudo.runner;

import java.util.ArrayList;
import java.util.List;

/** Contents that are put back together. */
final class Contents {
    /** What it may cost to put them back: some microseconds. */
    private static final int MOST = 2000;

    private final List<Content> all = new ArrayList<Content>();
    private int cost;

    boolean hasRoomFor(int more) {
        return cost + more <= MOST;
    }

    int cost() {
        return cost;
    }

    void add(Content content) {
        all.add(content);
        cost += content.cost();
    }

    void addAll(Contents more) {
        all.addAll(more.all);
        cost += more.cost;
    }

    /** May run code under test. What refuses to be put back is so no more. */
    void restore() {
        for (int i = all.size() - 1; i >= 0; i--) {
            try {
                all.get(i).restore();
            } catch (Throwable refused) {
                if (Budget.initialiserCut()) {
                    return; // It did not end, and the JVM goes.
                }
                // For example an unmodifiable view of another collection.
                cost -= all.remove(i).cost();
            }
        }
    }
}

package testudo.runner.state;

import java.util.ArrayList;
import java.util.List;
import testudo.runner.sandbox.Budget;

/** Saved states that are restored together. */
final class SavedGroup {
    /** Maximum cost of restoring the group: see {@link SavedState#cost}. */
    private final int maxCost;
    private final List<SavedState> states = new ArrayList<SavedState>();
    private int cost;

    SavedGroup(int maxCost) {
        this.maxCost = maxCost;
    }

    /** Returns whether states with a total cost of {@code moreCost} can be added to the group. */
    boolean hasRoomFor(int moreCost) {
        return moreCost <= maxCost - cost;
    }

    /** Returns the cost of restoring the group: see {@link SavedState#cost}. */
    int cost() {
        return cost;
    }

    void add(SavedState state) {
        states.add(state);
        cost += state.cost();
    }

    void addAll(SavedGroup other) {
        states.addAll(other.states);
        cost += other.cost;
    }

    /** Returns whether a saved value was replaced or removed: see {@link SavedState#isOverwritten}. */
    boolean isOverwritten() {
        // The methods of the saved objects can run initialisers, which add states.
        for (int i = states.size() - 1; i >= 0 && !Budget.isInitialiserStopped(); i--) {
            try {
                if (states.get(i).isOverwritten()) {
                    return true;
                }
            } catch (Throwable failure) {
                // For example, the object is a view of a collection that throws an exception.
                continue;
            }
        }
        return false;
    }

    /**
     * Restores all states. The methods of the restored objects can run code under test. A state that cannot
     * be restored is removed from the group.
     */
    void restore() {
        for (int i = states.size() - 1; i >= 0; i--) {
            try {
                states.get(i).restore();
            } catch (Throwable failure) {
                if (Budget.isInitialiserStopped()) {
                    return; // Code under test did not end. The JVM will be replaced.
                }
                // For example, the object is an unmodifiable view of another collection.
                cost -= states.remove(i).cost();
            }
        }
    }
}

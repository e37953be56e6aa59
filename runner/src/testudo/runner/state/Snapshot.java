package testudo.runner.state;

/**
 * The saved state of objects, in four groups. The groups are restored in the order of their numbers. The
 * first two groups are restored only if their state has possibly changed.
 */
final class Snapshot {
    /** Fields of objects: see {@link Statics#fieldsChanged}. */
    static final int FIELDS = 0;
    /**
     * Elements of arrays: see {@link Statics#arraysChanged}. Short arrays that are values of static fields
     * belong to {@link #OTHERS}.
     */
    static final int ARRAYS = 1;
    /**
     * State of objects of the JDK that are neither sets nor maps. Also elements of short arrays that are
     * values of static fields. This group is always restored, because instrumented code does not report
     * changes of objects of the JDK.
     */
    static final int OTHERS = 2;
    /**
     * State of sets and maps of the JDK. This group is always restored. It comes last, because sets and maps
     * call methods of their elements, such as {@code hashCode}, and these elements must be restored first.
     */
    static final int SETS_AND_MAPS = 3;

    private final SavedGroup[] groups = new SavedGroup[4];

    /** Creates an empty snapshot. {@code maxCost} is the maximum cost of restoring each group. */
    Snapshot(int maxCost) {
        for (int i = 0; i < groups.length; i++) {
            groups[i] = new SavedGroup(maxCost);
        }
    }

    void add(SavedState state) {
        groups[state.group()].add(state);
    }

    /**
     * Adds the state of the value of a static field. A state that takes long to restore is dropped if its
     * group has no room.
     */
    void addFieldValue(SavedState state) {
        if (state.isShort()) {
            groups[state.group() == ARRAYS ? OTHERS : state.group()].add(state);
        } else if (groups[state.group()].hasRoomFor(state.cost())) {
            add(state);
        }
    }

    /**
     * Adds all state of another snapshot and returns true. Adds nothing and returns false if a group does not
     * have enough room.
     */
    boolean addAll(Snapshot other) {
        for (int i = 0; i < groups.length; i++) {
            if (!groups[i].hasRoomFor(other.groups[i].cost())) {
                return false;
            }
        }
        for (int i = 0; i < groups.length; i++) {
            groups[i].addAll(other.groups[i]);
        }
        return true;
    }

    /** Returns whether a saved value was replaced or removed: see {@link SavedState#isOverwritten}. */
    boolean isOverwritten(boolean fieldsChanged, boolean arraysChanged) {
        return fieldsChanged && groups[FIELDS].isOverwritten()
            || arraysChanged && groups[ARRAYS].isOverwritten()
            || groups[OTHERS].isOverwritten()
            || groups[SETS_AND_MAPS].isOverwritten();
    }

    /**
     * Restores the state that has possibly changed. The methods of the restored objects can run code under
     * test.
     */
    void restore(boolean fieldsChanged, boolean arraysChanged) {
        if (fieldsChanged) {
            groups[FIELDS].restore();
        }
        if (arraysChanged) {
            groups[ARRAYS].restore();
        }
        groups[OTHERS].restore();
        groups[SETS_AND_MAPS].restore();
    }
}

package testudo.runner;

/** What is to be put back of objects, in groups: each by what tells that it may have changed, and in this order. */
final class Snapshot {
    /** Fields of objects: see {@link Statics#written}. */
    static final int FIELDS = 0;
    /** Elements of arrays: see {@link Statics#stored}. Those that static fields themselves hold are among the others if they are short. */
    static final int ARRAYS = 1;
    /** What objects of the JDK hold: nothing tells. */
    static final int OTHERS = 2;
    /** The same of sets and maps, which ask their elements for hash codes, or to compare themselves. */
    static final int TABLES = 3;

    private final Contents[] groups = {new Contents(), new Contents(), new Contents(), new Contents()};

    void add(Content content) {
        groups[content.kind()].add(content);
    }

    /** Adds what the value of a static field holds itself: that there is always room for, but for long arrays. */
    void addOwn(Content content) {
        if (content.kind() != ARRAYS) {
            add(content);
        } else if (content.isShort()) {
            groups[OTHERS].add(content);
        } else if (groups[ARRAYS].hasRoomFor(content.cost())) {
            add(content);
        }
    }

    /** Adds all of it or, if that is too much, nothing; whether it did. */
    boolean addAll(Snapshot more) {
        for (int i = 0; i < groups.length; i++) {
            if (!groups[i].hasRoomFor(more.groups[i].cost())) {
                return false;
            }
        }
        for (int i = 0; i < groups.length; i++) {
            groups[i].addAll(more.groups[i]);
        }
        return true;
    }

    void restore(boolean written, boolean stored) {
        if (written) {
            groups[FIELDS].restore();
        }
        if (stored) {
            groups[ARRAYS].restore();
        }
        groups[OTHERS].restore();
        groups[TABLES].restore();
    }
}

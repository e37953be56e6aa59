package testudo.runner.state;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The saved content of constant tables: long arrays of primitive values, and arrays whose elements are arrays
 * of primitive values. Code under test usually only reads these arrays, so they are not restored after each
 * test. But a mutant can write to them, so they are restored after a run on a mutant.
 */
final class ConstantTables {
    /**
     * Maximum number of elements of all tables together. Restoring so many elements takes some dozens of
     * microseconds. Tables that would exceed the maximum are not saved.
     */
    private static final int MAX_ELEMENTS = 1 << 17;
    /** Number of elements that take as long to restore as the access to one more array. */
    private static final int ELEMENTS_PER_ARRAY = 8;

    private final Set<Object> known = ReachableState.identitySet();
    private final List<Object> arrays = new ArrayList<Object>();
    private final List<Object> copies = new ArrayList<Object>();
    private int elements;

    /** Saves the content of a value if it is an array of primitive values, or an array of such arrays. */
    void add(Object value) {
        if (value instanceof Object[]) {
            for (Object row : (Object[]) value) {
                addRow(row);
            }
        } else {
            addRow(value);
        }
    }

    private void addRow(Object row) {
        boolean isOfPrimitives = row != null && row.getClass().isArray() && !(row instanceof Object[]);
        int length = isOfPrimitives ? Array.getLength(row) : 0;
        if (length == 0 || length > MAX_ELEMENTS - ELEMENTS_PER_ARRAY - elements || !known.add(row)) {
            return;
        }
        Object copy = Array.newInstance(row.getClass().getComponentType(), length);
        System.arraycopy(row, 0, copy, 0, length);
        arrays.add(row);
        copies.add(copy);
        elements += length + ELEMENTS_PER_ARRAY;
    }

    void restore() {
        for (int i = 0; i < arrays.size(); i++) {
            Object copy = copies.get(i);
            System.arraycopy(copy, 0, arrays.get(i), 0, Array.getLength(copy));
        }
    }
}

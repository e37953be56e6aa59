package testudo.runner.state;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * The saved content of long arrays of primitive values, and of arrays of such arrays. The code under test
 * usually only reads them, so they are not restored after each test. But a mutant can write to them, so they
 * are restored after mutants.
 */
final class ConstantTables {
    /**
     * Maximum number of elements of all tables together. Restoring so many elements takes some dozens of
     * microseconds. Further tables are not restored.
     */
    private static final int MAX_ELEMENTS = 1 << 17;
    /** Number of elements whose restoring takes as long as the access to one array. */
    private static final int ELEMENTS_PER_ARRAY = 8;

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
        if (length == 0 || length > MAX_ELEMENTS - ELEMENTS_PER_ARRAY - elements) {
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

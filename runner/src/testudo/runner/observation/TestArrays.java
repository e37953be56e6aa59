package testudo.runner.observation;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The arrays created by a test, each with a copy that contains only the writes of the test itself. If array
 * and copy differ, the code under test changed the array.
 */
final class TestArrays {
    /** By array: the variable whose statement created the array. */
    private int[] variables = new int[16];
    private Object[] arrays = new Object[16];
    /** By array: its copy, or null if the test assigned another value to the variable of the array. */
    private Object[] copies = new Object[16];
    /** Number of arrays. */
    private int count;

    /** Drops all arrays. Called before each run of a test. */
    void reset() {
        Arrays.fill(arrays, null);
        Arrays.fill(copies, null);
        count = 0;
    }

    /** Adds an array that a statement of the test created. */
    void add(int variable, Object array) {
        if (count == arrays.length) {
            variables = Arrays.copyOf(variables, 2 * count);
            arrays = Arrays.copyOf(arrays, 2 * count);
            copies = Arrays.copyOf(copies, 2 * count);
        }
        variables[count] = variable;
        arrays[count] = array;
        copies[count] = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        count++;
    }

    /** Records that the test stored a value at an index of the array of a variable. */
    void elementWritten(int variable, int elementIndex, Object value) {
        int index = indexOf(variable);
        if (index >= 0 && copies[index] != null) {
            Array.set(copies[index], elementIndex, value);
        }
    }

    /** Records that the test assigned another value to a variable. */
    void variableAssigned(int variable) {
        int index = indexOf(variable);
        if (index >= 0) {
            copies[index] = null;
        }
    }

    /** Returns the index of the array of a variable, or -1 if there is none. */
    private int indexOf(int variable) {
        for (int i = 0; i < count; i++) {
            if (variables[i] == variable) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of arrays. */
    int count() {
        return count;
    }

    /** Returns the variable whose statement created the array at an index. */
    int variable(int index) {
        return variables[index];
    }

    /** Returns the array at an index. */
    Object get(int index) {
        return arrays[index];
    }

    /**
     * Returns the copy of the array at an index, which contains only the writes of the test itself. Returns
     * null if the test assigned another value to the variable of the array.
     */
    Object copy(int index) {
        return copies[index];
    }
}

package testudo.runner.observation;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The arrays created by a test, each with a copy that contains only the writes of the test itself. If array
 * and copy differ, the code under test changed the array.
 */
final class TestArrays {
    private int[] variables = new int[16];
    private Object[] arrays = new Object[16];
    /** By array: its copy, or null if its variable was assigned another value. */
    private Object[] copies = new Object[16];
    private int count;

    /** Drops all arrays. Called before each run of a test. */
    void reset() {
        Arrays.fill(arrays, null);
        Arrays.fill(copies, null);
        count = 0;
    }

    /** Adds a new array. */
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

    /** Records that the test stored an element into the array of a variable. */
    void elementWritten(int variable, int element, Object value) {
        int index = index(variable);
        if (index >= 0 && copies[index] != null) {
            Array.set(copies[index], element, value);
        }
    }

    /** Records that the test assigned another value to a variable. */
    void variableAssigned(int variable) {
        int index = index(variable);
        if (index >= 0) {
            copies[index] = null;
        }
    }

    /** Returns the index of the array of a variable, or -1 if there is none. */
    private int index(int variable) {
        for (int i = 0; i < count; i++) {
            if (variables[i] == variable) {
                return i;
            }
        }
        return -1;
    }

    int count() {
        return count;
    }

    /** Returns the variable for which an array was created. */
    int variable(int index) {
        return variables[index];
    }

    /** Returns an array. */
    Object get(int index) {
        return arrays[index];
    }

    /** Returns the array with only the writes of the test itself, or null if it is unknown. */
    Object copy(int index) {
        return copies[index];
    }
}

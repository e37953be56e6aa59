package testudo.runner;

import java.lang.reflect.Array;
import java.util.Arrays;

/** The arrays that a test makes, and what they would be if only the test itself wrote into them. */
final class OwnArrays {
    private int[] variables = new int[16];
    private Object[] arrays = new Object[16];
    /** Copies, null of variables that got another value. */
    private Object[] copies = new Object[16];
    private int count;

    /** To be called before each test. */
    void reset() {
        Arrays.fill(arrays, null);
        Arrays.fill(copies, null);
        count = 0;
    }

    /** A new array. */
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

    /** The test wrote an element of some array. */
    void wrote(int variable, int index, Object value) {
        int place = place(variable);
        if (place >= 0 && copies[place] != null) {
            Array.set(copies[place], index, value);
        }
    }

    /** The test gave some variable another value. */
    void assigned(int variable) {
        int place = place(variable);
        if (place >= 0) {
            copies[place] = null;
        }
    }

    private int place(int variable) {
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

    /** The variable that one of the arrays was made for. */
    int variable(int place) {
        return variables[place];
    }

    /** One of the arrays. */
    Object get(int place) {
        return arrays[place];
    }

    /** The same as the test alone would have it, or null if that is not known. */
    Object copy(int place) {
        return copies[place];
    }
}

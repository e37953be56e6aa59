package testudo.runner.observation;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * The arrays and JDK containers that a test created. For each array, there is a copy that contains only the
 * writes of the test itself. If array and copy differ, the code under test changed the array.
 */
final class OwnObjects {
    /** For each object, the variable whose statement created the object. */
    private int[] variables = new int[16];
    private Object[] objects = new Object[16];
    /**
     * For each array, its copy. Null for a container, and for an array whose variable has another value now.
     */
    private Object[] copies = new Object[16];
    /** Number of objects. */
    private int count;

    /** Drops all objects. Called before each run of a test. */
    void reset() {
        Arrays.fill(objects, null);
        Arrays.fill(copies, null);
        count = 0;
    }

    /** Adds an array that a statement of the test created. */
    void addArray(int variable, Object array) {
        add(variable, array, Array.newInstance(array.getClass().getComponentType(), Array.getLength(array)));
    }

    /** Adds a container that a statement of the test created. */
    void addContainer(int variable, Object container) {
        add(variable, container, null);
    }

    private void add(int variable, Object object, Object copy) {
        if (count == objects.length) {
            variables = Arrays.copyOf(variables, 2 * count);
            objects = Arrays.copyOf(objects, 2 * count);
            copies = Arrays.copyOf(copies, 2 * count);
        }
        variables[count] = variable;
        objects[count] = object;
        copies[count] = copy;
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

    /**
     * Returns the index of the object that the statement of a variable created. Returns -1 if there is none.
     */
    private int indexOf(int variable) {
        for (int i = 0; i < count; i++) {
            if (variables[i] == variable) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of objects. */
    int count() {
        return count;
    }

    /** Returns the variable whose statement created the object at an index. */
    int variable(int index) {
        return variables[index];
    }

    /** Returns the object at an index. */
    Object get(int index) {
        return objects[index];
    }

    /** Returns whether the object at an index is a container. */
    boolean isContainer(int index) {
        return !objects[index].getClass().isArray();
    }

    /**
     * Returns the copy of the array at an index, which contains only the writes of the test itself. Returns
     * null if the test assigned another value to the variable of the array.
     */
    Object copy(int index) {
        return copies[index];
    }
}

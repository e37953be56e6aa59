package hostile;

import java.util.Iterator;

/** Has methods that never return: equals, hashCode, toString, compareTo, iterator, length and charAt. */
public class HangsEverywhere implements Comparable<HangsEverywhere>, Iterable<String>, CharSequence {
    public int ordinaryDistance(int from, int to) {
        if (from > to) {
            return from - to;
        }
        return to - from;
    }

    private static int forever() {
        synchronized (HangsEverywhere.class) {
            while (true) {
                try {
                    HangsEverywhere.class.wait();
                } catch (InterruptedException e) {
                    // Continue to wait.
                }
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return forever() == 0;
    }

    @Override
    public int hashCode() {
        return forever();
    }

    @Override
    public String toString() {
        return "" + forever();
    }

    @Override
    public int compareTo(HangsEverywhere other) {
        return forever();
    }

    @Override
    public Iterator<String> iterator() {
        forever();
        return null;
    }

    @Override
    public int length() {
        return forever();
    }

    @Override
    public char charAt(int index) {
        return (char) forever();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return this;
    }
}

package hostile;

import java.util.Iterator;

/** All that objects can do takes for ever: to be compared, to be hashed, to be told, to be gone through. */
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
                    // On.
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

package hostile;

/** Has methods that always throw an exception: equals, hashCode, toString, compareTo and clone. */
public class ThrowsEverywhere implements Comparable<ThrowsEverywhere> {
    private final int number;

    public ThrowsEverywhere(int number) {
        this.number = number;
    }

    public int ordinaryNumber(int other) {
        if (other > number) {
            return other;
        }
        return number;
    }

    @Override
    public boolean equals(Object other) {
        throw new IllegalStateException("equals");
    }

    @Override
    public int hashCode() {
        throw new UnsupportedOperationException("hashCode");
    }

    @Override
    public String toString() {
        throw new IllegalStateException("toString");
    }

    @Override
    public int compareTo(ThrowsEverywhere other) {
        throw new ClassCastException("compareTo");
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException("clone");
    }

    public ThrowsEverywhere self() {
        return this;
    }
}

package testudo.runner;

/** A text of a test is the object that a constant of a class is: code may compare by identity. */
public final class LiteralsTest {
    private static final String LONG = "0123456789012345678901234567890123456789012345678901234567890123456789";

    private LiteralsTest() {
    }

    /** Fails with an AssertionError. */
    public static void main(String[] args) {
        Literals literals = new Literals();
        for (String constant : new String[] {"", "Aa", "BB", "Aa", LONG, LONG}) {
            // "Aa" and "BB" have the same hash code.
            if (literals.like(new String(constant)) != constant) {
                throw new AssertionError(constant);
            }
        }
    }
}

package testudo.runner;

/**
 * Tests that {@link InternedStrings} returns the same object as an equal string constant. Code under test can
 * compare strings by identity.
 */
public final class InternedStringsTest {
    /** String that is too long for the cache of {@link InternedStrings}. */
    private static final String LONG =
        "0123456789012345678901234567890123456789012345678901234567890123456789";

    private InternedStringsTest() {
    }

    /** Throws an AssertionError if a test fails. */
    public static void main(String[] args) {
        InternedStrings strings = new InternedStrings();
        for (String constant : new String[] {"", "Aa", "BB", "Aa", LONG, LONG}) {
            // "Aa" and "BB" have the same hash code.
            if (strings.intern(new String(constant)) != constant) {
                throw new AssertionError("intern must return the constant itself: " + constant);
            }
        }
    }
}

package testudo.runner;

/**
 * Texts of tests: each the same object as an equal constant of a class. The last ones are remembered, since the JVM
 * takes long to find one.
 */
final class Literals {
    private static final int REMEMBERED = 1024;

    /** Longer ones are seldom equal to others. */
    private static final int LONGEST = 64;

    private final String[] remembered = new String[REMEMBERED];

    /** The one that is equal to a text. */
    String like(String text) {
        if (text.length() > LONGEST) {
            return text.intern();
        }
        int place = text.hashCode() & REMEMBERED - 1;
        String literal = remembered[place];
        if (!text.equals(literal)) {
            literal = text.intern();
            remembered[place] = literal;
        }
        return literal;
    }
}

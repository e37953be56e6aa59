package testudo.runner;

/**
 * Interns the strings of tests. A string of a test is then the same object as an equal string constant of a
 * class. Recent strings are cached, because {@link String#intern} is slow.
 */
final class InternedStrings {
    private static final int CACHE_SIZE = 1024;

    /** Maximum length of a cached string. Longer strings seldom occur twice. */
    private static final int MAX_CACHED_LENGTH = 64;

    private final String[] cache = new String[CACHE_SIZE];

    /** Returns the interned string that equals a string. */
    String intern(String text) {
        if (text.length() > MAX_CACHED_LENGTH) {
            return text.intern();
        }
        int slot = text.hashCode() & CACHE_SIZE - 1;
        String interned = cache[slot];
        if (!text.equals(interned)) {
            interned = text.intern();
            cache[slot] = interned;
        }
        return interned;
    }
}

package testudo.runner.observation;

/** Finds identity hash codes in texts, as {@link Object#toString} writes them: {@code Shape@1b2c3d}. */
final class IdentityTexts {
    /** Maximum number of hexadecimal digits of a hash code. */
    private static final int MAX_DIGITS = 8;

    private IdentityTexts() {
    }

    /**
     * Returns the text after the last identity hash code of one of the objects. Returns an empty text if the
     * text contains no such hash code.
     *
     * @param count number of objects to consider
     */
    static String ending(String text, Object[] objects, int count) {
        for (int at = text.lastIndexOf('@'); at >= 0; at = text.lastIndexOf('@', at - 1)) {
            int end = endOfDigits(text, at + 1);
            if (end > at + 1 && isIdentity(text.substring(at + 1, end), objects, count)) {
                return text.substring(end);
            }
        }
        return "";
    }

    /** Returns the position after the hexadecimal digits at a position. */
    private static int endOfDigits(String text, int start) {
        int end = start;
        while (end < text.length() && end - start < MAX_DIGITS && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9' || c >= 'a' && c <= 'f';
    }

    private static boolean isIdentity(String digits, Object[] objects, int count) {
        for (int i = 0; i < count; i++) {
            if (objects[i] != null && Integer.toHexString(System.identityHashCode(objects[i])).equals(digits)) {
                return true;
            }
        }
        return false;
    }
}

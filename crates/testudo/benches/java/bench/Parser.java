package bench;

/** Parses numbers between separators. */
public class Parser {
    private final String text;
    private int position;

    public Parser(String text) {
        this.text = text;
    }

    /** Returns the number at the current position. Throws an exception if there is no number. */
    public int number() {
        int start = position;
        while (position < text.length() && Character.isDigit(text.charAt(position))) {
            position++;
        }
        if (start == position) {
            throw new IllegalArgumentException("no number at " + position);
        }
        return Integer.parseInt(text.substring(start, position));
    }

    public boolean skip(char expected) {
        if (position < text.length() && text.charAt(position) == expected) {
            position++;
            return true;
        }
        return false;
    }

    /** Always returns false. The branch that returns true is infeasible. */
    public boolean isBehindEnd() {
        if (position > text.length()) {
            return true;
        }
        return false;
    }
}

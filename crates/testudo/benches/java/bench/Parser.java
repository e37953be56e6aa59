package bench;

/** Parses numbers between separators. Throws an exception if there is no number at the current position. */
public class Parser {
    private final String text;
    private int at;

    public Parser(String text) {
        this.text = text;
    }

    public int number() {
        int start = at;
        while (at < text.length() && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw new IllegalArgumentException("no number at " + at);
        }
        return Integer.parseInt(text.substring(start, at));
    }

    public boolean skip(char expected) {
        if (at < text.length() && text.charAt(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    /** Always returns false. The branch to true is infeasible. */
    public boolean isBehindEnd() {
        if (at > text.length()) {
            return true;
        }
        return false;
    }
}

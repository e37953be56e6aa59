package testudo.maven;

import java.util.Collection;

/** A JSON object whose values are strings, numbers and lists of strings. */
final class Json {
    private final StringBuilder text = new StringBuilder();

    /** Adds a string. A missing string becomes {@code null}. */
    void put(String name, String value) {
        key(name);
        string(value);
    }

    /** Adds a number. */
    void put(String name, int value) {
        key(name);
        text.append(value);
    }

    /** Adds a list of strings. */
    void put(String name, Collection<String> values) {
        key(name);
        text.append('[');
        boolean isFirst = true;
        for (String value : values) {
            if (!isFirst) {
                text.append(',');
            }
            isFirst = false;
            string(value);
        }
        text.append(']');
    }

    private void key(String name) {
        text.append(text.length() == 0 ? '{' : ',');
        string(name);
        text.append(':');
    }

    private void string(String value) {
        if (value == null) {
            text.append("null");
            return;
        }
        text.append('"');
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text + "}";
    }
}

package demo;

/** Formats and parses Roman numerals from 1 to 3999. */
public final class Roman {
    private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] NUMERALS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    private Roman() {
    }

    public static String format(int number) {
        if (number < 1 || number > 3999) {
            throw new IllegalArgumentException("out of range: " + number);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < VALUES.length; i++) {
            while (number >= VALUES[i]) {
                text.append(NUMERALS[i]);
                number -= VALUES[i];
            }
        }
        return text.toString();
    }

    public static int parse(String text) {
        int sum = 0;
        int before = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            int value = digit(text.charAt(i));
            sum += value < before ? -value : value;
            before = Math.max(before, value);
        }
        return sum;
    }

    private static int digit(char c) {
        switch (c) {
            case 'I': return 1;
            case 'V': return 5;
            case 'X': return 10;
            case 'L': return 50;
            case 'C': return 100;
            case 'D': return 500;
            case 'M': return 1000;
            default: throw new NumberFormatException("not a Roman digit: " + c);
        }
    }
}

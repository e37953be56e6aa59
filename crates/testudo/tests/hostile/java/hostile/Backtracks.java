package hostile;

import java.util.regex.Pattern;

/** Matches patterns in exponential time. The matching code is part of the JDK and has no probes. */
public class Backtracks {
    private static final Pattern NESTED = Pattern.compile("(x+x+)+y");
    private static final Pattern OPTIONAL = Pattern.compile("^(([a-z])+.)+[A-Z]([a-z])+$");

    public static int ordinaryCompare(int first, int second) {
        if (first == second) {
            return 0;
        }
        return first < second ? -1 : 1;
    }

    public static boolean nested(int length) {
        StringBuilder text = new StringBuilder("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
        text.append(length);
        return NESTED.matcher(text).matches();
    }

    public static boolean optional() {
        return OPTIONAL.matcher("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").matches();
    }
}

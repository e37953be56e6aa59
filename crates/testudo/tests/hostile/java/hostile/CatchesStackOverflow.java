package hostile;

/** Recurses until the stack overflows, and recurses again in each catch block and finally block. */
public class CatchesStackOverflow {
    public static boolean ordinaryVowel(char letter) {
        switch (letter) {
            case 'a':
            case 'e':
            case 'i':
            case 'o':
            case 'u':
                return true;
            default:
                return false;
        }
    }

    public static int twice(int depth) {
        try {
            return twice(depth + 1);
        } catch (StackOverflowError e) {
            return twice(depth + 1);
        }
    }

    public static int inFinally(int depth) {
        try {
            return inFinally(depth + 1);
        } finally {
            inFinally(depth + 1);
        }
    }

    public static String handled(int depth) {
        try {
            return handled(depth + 1);
        } catch (StackOverflowError e) {
            return "deep";
        }
    }
}

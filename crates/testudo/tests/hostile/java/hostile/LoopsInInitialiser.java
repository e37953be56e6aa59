package hostile;

/** Has a static initialiser that never ends, so that the class cannot be tested. */
public class LoopsInInitialiser {
    static int count;

    static {
        do {
            try {
                count = (count + 1) % 1000;
            } catch (Throwable e) {
                count = 0;
            }
        } while (count >= 0);
    }

    public static int ordinarySign(int number) {
        return number < 0 ? -1 : 1;
    }
}

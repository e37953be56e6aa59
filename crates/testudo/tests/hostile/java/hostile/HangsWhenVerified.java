package hostile;

/** Has a static initialiser that ends during the search, but not when a written test runs. */
public class HangsWhenVerified {
    static {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            while (frame.getClassName().endsWith("VerifiedTest")) {
                Thread.yield();
            }
        }
    }

    public static int ordinarySign(int number) {
        return number < 0 ? -1 : 1;
    }
}

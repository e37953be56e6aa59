package hostile;

/** Throws unusual exceptions: ThreadDeath, errors of the JVM, and undeclared checked exceptions. */
public class ThrowsErrors {
    public static int ordinaryCheck(int number) {
        if (number % 3 == 0) {
            return number / 3;
        }
        return number > 0 ? number : -number;
    }

    @SuppressWarnings("removal")
    public static void death() {
        throw new ThreadDeath();
    }

    public static void outOfMemory() {
        throw new OutOfMemoryError("not really");
    }

    public static void stackOverflow() {
        throw new StackOverflowError();
    }

    public static void internal() {
        throw new InternalError("broken");
    }

    public static void linkage() {
        throw new NoClassDefFoundError("hostile/Nowhere");
    }

    public static void initialiser() {
        throw new ExceptionInInitializerError(new IllegalStateException());
    }

    public static void own() {
        throw new Error() {
            private static final long serialVersionUID = 1;
        };
    }

    public static void sneaky() {
        ThrowsErrors.<RuntimeException>sneak(new Exception("in secret"));
    }

    public static void interrupted() {
        ThrowsErrors.<RuntimeException>sneak(new InterruptedException());
    }

    public static void assertion() {
        throw new AssertionError("a test's own");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}

package hostile;

/** Ends the JVM by reflection, in the thread of the test and in another thread. */
public class Halts {
    public static char ordinaryLetter(int number) {
        if (number < 0 || number > 25) {
            return '?';
        }
        return (char) ('a' + number);
    }

    public static void halt() throws Exception {
        Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0);
    }

    public static void elsewhere() throws Exception {
        Thread thread = new Thread(() -> {
            try {
                Runtime.class.getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
    }
}

package hostile;

import java.util.function.IntConsumer;

/** Adds shutdown hooks, some of which never end, and ends the JVM. */
public class ShutdownHooks {
    private static int hooks;

    public static String ordinaryPlural(int count, String word) {
        if (count == 1) {
            return "1 " + word;
        }
        return count == 0 ? "no " + word + "s" : count + " " + word + "s";
    }

    public static void add() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> hooks++));
    }

    public static void addHanging() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (ShutdownHooks.class) {
                while (true) {
                    try {
                        ShutdownHooks.class.wait();
                    } catch (InterruptedException e) {
                        hooks--;
                    }
                }
            }
        }));
    }

    public static void addHangingAndExit() {
        addHanging();
        IntConsumer exit = System::exit;
        exit.accept(hooks);
    }
}

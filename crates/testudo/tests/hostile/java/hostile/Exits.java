package hostile;

import java.util.function.IntConsumer;

/**
 * Ends the JVM: by a direct call, by a method reference, in a loop that catches all exceptions, and in a
 * finally block.
 */
public class Exits {
    private int code;

    public int ordinaryCode(String name) {
        if (name == null) {
            return -1;
        }
        return name.isEmpty() ? 0 : name.length();
    }

    public void exit() {
        System.exit(code);
    }

    public void reference() {
        IntConsumer exit = System::exit;
        exit.accept(0);
    }

    public void stubborn() {
        while (true) {
            try {
                Runtime.getRuntime().exit(3);
            } catch (Throwable e) {
                code++;
            }
        }
    }

    public int late() {
        try {
            return 1;
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}

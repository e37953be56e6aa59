package hostile;

/** Catches every exception in its infinite loop and continues the loop. */
public class LoopsInCatch {
    private int caught;

    public String ordinarySize(int size) {
        if (size > 100) {
            return "large";
        }
        return size > 10 ? "medium" : "small";
    }

    public void stubborn() {
        while (true) {
            try {
                work();
            } catch (Throwable e) {
                caught++;
            }
        }
    }

    public void nested() {
        try {
            stubborn();
        } catch (Throwable e) {
            nested();
        }
    }

    private void work() {
        if (caught % 7 == 3) {
            throw new IllegalStateException();
        }
    }
}

package hostile;

/**
 * Has a slow toString that changes the object. Only observation of the object calls it. Also has a slow
 * getter.
 */
public class SlowTexts {
    private final int size;
    private int told;

    public SlowTexts(int size) {
        this.size = size;
    }

    public boolean ordinaryFits(int other) {
        if (other < 0) {
            return false;
        }
        return other <= size;
    }

    public int getSize() throws InterruptedException {
        Thread.sleep(400);
        return size;
    }

    public int getTold() {
        return told;
    }

    @Override
    public String toString() {
        for (int i = 0; i < 20_000; i++) {
            told += i % 3;
        }
        return "told " + told++;
    }
}

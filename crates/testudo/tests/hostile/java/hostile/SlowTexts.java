package hostile;

/**
 * Has a slow getter, and a slow toString that changes the object. Only the observation of an object calls
 * toString.
 */
public class SlowTexts {
    private final int size;
    private int changes;

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

    public int getChanges() {
        return changes;
    }

    @Override
    public String toString() {
        for (int i = 0; i < 20_000; i++) {
            changes += i % 3;
        }
        return "changes " + changes++;
    }
}

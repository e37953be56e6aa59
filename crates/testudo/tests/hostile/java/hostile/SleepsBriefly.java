package hostile;

/** Sleeps for a short time in each call, which makes the search slow. */
public class SleepsBriefly {
    private int turns;

    public int ordinaryTurns(int wanted) {
        if (wanted > 3) {
            turns = 3;
        } else {
            turns = wanted;
        }
        return turns;
    }

    public void turn() throws InterruptedException {
        Thread.sleep(150);
        turns++;
    }

    public void poll(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            Thread.sleep(10);
        }
    }
}

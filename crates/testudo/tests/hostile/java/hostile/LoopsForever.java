package hostile;

/**
 * Contains infinite loops: an empty loop, a labelled loop, and a loop whose condition stays true for odd
 * targets.
 */
public class LoopsForever {
    public static int ordinaryGrade(int points) {
        if (points < 0 || points > 100) {
            throw new IllegalArgumentException("points: " + points);
        }
        return points >= 90 ? 1 : points >= 50 ? 2 : 3;
    }

    public static void plain() {
        while (true) {
        }
    }

    public static long counting(long from) {
        long sum = from;
        outer:
        for (;;) {
            for (int i = 0; i < 3; i++) {
                sum += i;
                if (i == 2) {
                    continue outer;
                }
            }
        }
    }

    public static int until(int target) {
        int number = 0;
        while (number != target) {
            number += 2;
        }
        return number;
    }
}

package hostile;

/** Contains an infinite loop in a finally block. */
public class LoopsInFinally {
    public static int ordinaryClamp(int number, int least, int most) {
        if (number < least) {
            return least;
        }
        return number > most ? most : number;
    }

    @SuppressWarnings("finally")
    public static int tidy(int number) {
        try {
            return 100 / number;
        } finally {
            int left = number;
            while (true) {
                try {
                    left++;
                    continue;
                } finally {
                    left--;
                    continue;
                }
            }
        }
    }
}

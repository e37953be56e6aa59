package bench;

/** Short calculations. */
public class Arithmetic {
    private int value;

    public Arithmetic(int value) {
        this.value = value;
    }

    public int add(int other) {
        return value += other;
    }

    public int power(int exponent) {
        int result = 1;
        for (int i = 0; i < (exponent & 15); i++) {
            result *= value;
        }
        return result;
    }

    public static int gcd(int a, int b) {
        while (b != 0) {
            int remainder = a % b;
            a = b;
            b = remainder;
        }
        return a;
    }

    /**
     * Always returns false, because one of two neighbouring numbers is even. The branch that returns
     * true is infeasible.
     */
    public boolean hasOddNeighbours() {
        if ((value * (value + 1) & 1) == 1) {
            return true;
        }
        return false;
    }
}

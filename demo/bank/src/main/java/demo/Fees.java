package demo;

/** The fees of the bank, in cents. */
public final class Fees {
    private static final long SMALLEST = 10;
    private static final long LARGEST = 500;

    private Fees() {
    }

    /** Returns the fee of a transfer: one percent of the amount, at least 10 cents and at most 5 euros. */
    public static long ofTransfer(long amount) {
        long fee = amount / 100;
        if (fee < SMALLEST) {
            return SMALLEST;
        }
        return Math.min(fee, LARGEST);
    }
}

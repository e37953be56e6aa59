package hostile;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Calls methods of the JDK that compute for hours. */
public class Computes {
    public static int ordinaryPower(int base, int exponent) {
        if (exponent < 0) {
            throw new IllegalArgumentException("negative");
        }
        int power = 1;
        for (int i = 0; i < exponent && power < 1000; i++) {
            power *= base;
        }
        return power;
    }

    public static int power(int base) {
        return BigInteger.valueOf(base | 3).pow(200_000_000).bitLength();
    }

    public static String digits() {
        return new BigDecimal("1e500000000").toPlainString();
    }

    public static int prime() {
        return BigInteger.ONE.shiftLeft(50_000).nextProbablePrime().bitLength();
    }
}

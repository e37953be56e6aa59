package testudo.runner.probe;

import static testudo.runner.probe.ProbeNumbers.BinaryOperator.*;

/** Applies the arithmetic and bitwise operators of the JVM. A number identifies each operator. */
final class Operators {
    private Operators() {}

    /** Returns whether the operator throws an exception if its right operand is the integer 0. */
    static boolean isDivision(int operator) {
        return operator == DIV || operator == REM;
    }

    static int apply(int operator, int a, int b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            case REM:
                return a % b;
            case SHL:
                return a << b;
            case SHR:
                return a >> b;
            case USHR:
                return a >>> b;
            case AND:
                return a & b;
            case OR:
                return a | b;
            default:
                return a ^ b;
        }
    }

    /**
     * Applies an operator to {@code long} operands. For a shift, only the lowest six bits of {@code b} count.
     * So the {@code long} has the same effect as the {@code int} that the JVM requires.
     */
    static long apply(int operator, long a, long b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            case REM:
                return a % b;
            case SHL:
                return a << b;
            case SHR:
                return a >> b;
            case USHR:
                return a >>> b;
            case AND:
                return a & b;
            case OR:
                return a | b;
            default:
                return a ^ b;
        }
    }

    /**
     * Applies an operator to {@code double} operands. The method also works for {@code float} operands: its
     * result, rounded to {@code float}, is the result of the {@code float} operator (Figueroa, 1995).
     */
    static double apply(int operator, double a, double b) {
        switch (operator) {
            case ADD:
                return a + b;
            case SUB:
                return a - b;
            case MUL:
                return a * b;
            case DIV:
                return a / b;
            default:
                return a % b;
        }
    }
}

package testudo.runner.probe;

/**
 * The numbers that instrumented code passes to the runner. This file is the only table of these numbers: the
 * build script of the crate {@code instrument} reads it and generates the same constants. Therefore each line
 * must be a comment, an interface or {@code int NAME = number;}.
 */
public interface ProbeNumbers {
    /** Arithmetic and bitwise operators of the JVM. The number 0 means no operator. */
    interface BinaryOperator {
        int ADD = 1;
        int SUB = 2;
        int MUL = 3;
        int DIV = 4;
        int REM = 5;
        int SHL = 6;
        int SHR = 7;
        int USHR = 8;
        int AND = 9;
        int OR = 10;
        int XOR = 11;
    }

    /** Changes of a number that code reads. The number 0 means no change. */
    interface UnaryOperator {
        int NEGATE = 1;
        int INCREMENT = 2;
        int DECREMENT = 3;
    }

    /** Results of a comparison. A relation is the set of the results for which code jumps. */
    interface Relation {
        /** The first operand is less. In comparisons of references or booleans: the operands differ. */
        int LESS = 1;
        int EQUAL = 2;
        int GREATER = 4;
        /** Bit that each relation contains, because the number 0 would mean no relation. */
        int PRESENT = 8;
    }

    /** Kinds of characters. A method of {@code Character} checks each kind. */
    interface CharacterKind {
        int DIGIT = 0;
        int LETTER = 1;
        int LETTER_OR_DIGIT = 2;
        int ALPHABETIC = 3;
        int UPPER_CASE = 4;
        int LOWER_CASE = 5;
        int TITLE_CASE = 6;
        int WHITESPACE = 7;
        int SPACE_CHAR = 8;
        int ISO_CONTROL = 9;
        int JAVA_IDENTIFIER_START = 10;
        int JAVA_IDENTIFIER_PART = 11;
        int UNICODE_IDENTIFIER_START = 12;
        int UNICODE_IDENTIFIER_PART = 13;
        int IDENTIFIER_IGNORABLE = 14;
        int DEFINED = 15;
        int MIRRORED = 16;
        int IDEOGRAPHIC = 17;
        int SURROGATE = 18;
        int HIGH_SURROGATE = 19;
        int LOW_SURROGATE = 20;
        int SUPPLEMENTARY_CODE_POINT = 21;
    }
}

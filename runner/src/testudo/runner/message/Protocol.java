package testudo.runner.message;

/**
 * The numbers in the messages between the worker and the parent process. This file is the only table of these
 * numbers: the build of the parent process reads it and generates the same constants. Therefore each line
 * must be a comment, an interface or {@code int NAME = number;}.
 */
public interface Protocol {
    /** Kinds of messages from the worker. */
    interface Message {
        /** The JVM has started. */
        int STARTED = 0;
        /**
         * The initialisation of a class has ended. The index of the class in the list of classes follows.
         * Then 0 follows if the initialisation succeeded, or 1 and the exception if the initialisation
         * failed.
         */
        int INITIALISED = 1;
        /** The initialisation of all classes has ended. The parent can now send batches. */
        int READY = 2;
        /** Results of tests, in the order of the tests. */
        int RESULTS = 3;
        /** This JVM can run no more tests. The parent must send further tests to another worker. */
        int UNFIT = 4;
    }

    /** Kinds of files whose bytes the worker requests from the parent. */
    interface Request {
        int CLASS = 0;
        int RESOURCE = 1;
    }

    /**
     * Byte offsets in the progress file, and its length. Each number takes four bytes, most significant byte
     * first.
     */
    interface Progress {
        /** Number of tests that this worker has begun. */
        int TESTS = 0;
        /** Number of mutants on which the current test has begun to run. */
        int MUTANTS = 4;
        /** Number of statements of the current run that have completed. */
        int STATEMENTS = 8;
        /** Number of tests that have ended. */
        int ENDED = 12;
        /**
         * The only number that the parent writes: this number of tests need not run any more, counted from
         * the first test of the worker.
         */
        int ABANDONED = 16;
        /** Length of the file in bytes. */
        int BYTES = 20;
    }

    /** Modes of a batch. The mode determines what the worker reports for each test. */
    interface Mode {
        /** The worker reports only the outcome and the trace. */
        int RUN = 0;
        /** The worker reports the outcome, the trace, and the values of the variables. */
        int OBSERVE = 1;
        /**
         * Like {@link #OBSERVE}, but the tests run in a changed environment: for example, with another clock
         * and another locale. In the message, the number of this environment follows the mode.
         */
        int OBSERVE_VARIANT = 2;
        /** The worker reports the outcome, the trace, and the hints. */
        int HINTS = 3;
        /**
         * The worker reports the outcome, the trace, and for each mutant of the test whether the test kills
         * the mutant.
         */
        int MUTANTS = 4;
        /**
         * The worker reports the outcome, the trace, and for each mutant of the test all assertions that
         * detect the mutant.
         */
        int DETECTIONS = 5;
        /** Like {@link #MUTANTS}, but each test skips its mutants after the first mutant that survives. */
        int UNTIL_SURVIVOR = 6;
    }

    /** Kinds of statements. */
    interface Statement {
        int NULL = 0;
        int BOOLEAN = 1;
        int BYTE = 2;
        int CHAR = 3;
        int SHORT = 4;
        int INT = 5;
        int LONG = 6;
        int FLOAT = 7;
        int DOUBLE = 8;
        int STRING = 9;
        int ENUM = 10;
        int CLASS = 11;
        int CONSTRUCT = 12;
        int CONSTRUCT_INNER = 13;
        int CALL = 14;
        int CALL_STATIC = 15;
        int READ = 16;
        int READ_STATIC = 17;
        int WRITE = 18;
        int WRITE_STATIC = 19;
        int NEW_ARRAY = 20;
        int WRITE_ELEMENT = 21;
        int ASSIGN = 22;
        /**
         * Casts the value of another statement. The type follows, then the kind and the operands of the other
         * statement.
         */
        int CAST = 23;
        /**
         * Creates an object of a stub class. The arguments of the constructor follow, then the behaviour of
         * each method.
         */
        int IMPLEMENT = 24;
        /**
         * Refers to a temporary file. The type of the value follows, then the name of the file, then a number
         * of {@link Stored}.
         */
        int TEMP_FILE = 25;
        int READ_ELEMENT = 26;
    }

    /** Kinds of members that statements refer to. */
    interface MemberKind {
        int METHOD = 0;
        int CONSTRUCTOR = 1;
        int FIELD = 2;
        int TYPE = 3;
        int STUB = 4;
    }

    /** Content of a temporary file. */
    interface Stored {
        /** The file is not created. */
        int NOTHING = 0;
        /** The file is an empty folder. */
        int FOLDER = 1;
        /** The file contains a text. The variable whose value is the text follows. */
        int TEXT = 2;
    }

    /** Behaviour of a method of a stub. */
    interface Behaviour {
        /**
         * The method returns values one after another. The number of values follows, then their variables.
         */
        int RETURN = 0;
        /** The method returns one of its arguments. The index of this argument follows. */
        int ARGUMENT = 1;
        /** The method throws an exception. The number 1 follows, then the variable of the exception. */
        int THROW = 2;
    }

    /** How a test ended. */
    interface Outcome {
        int RETURNED = 0;
        int THREW = 1;
        int OUT_OF_BUDGET = 2;
        int EXITED = 3;
        int OUT_OF_MEMORY = 4;
        /** The test waited for an event that could not happen, or a static initialiser used up its ticks. */
        int TIMED_OUT = 5;
    }

    /** Effect of a mutant on a test. */
    interface Effect {
        /** The mutant is killed, and the cause is not reported. */
        int KILLED = 0;
        /** The test was not run on the mutant, or the result was unreliable. */
        int NOT_RUN = 1;
        /**
         * Assertions detect the mutant. The number of statements with such assertions follows, then the
         * indices of these statements.
         */
        int DETECTED = 2;
        /**
         * The test ends in another way, or not at all. The number of statements that completed follows, then
         * the same as after {@link #DETECTED}.
         */
        int ENDS_DIFFERENTLY = 3;
        /**
         * The mutant survived. The reported number is this number plus the impact of the mutant: the number
         * of statements, branches and values that differ.
         */
        int SURVIVED = 4;
    }

    /** Kinds of recorded values: of an argument, of a result, or of a field of a result. */
    interface RecordedValue {
        /** The call has no more recorded values. */
        int END = 0;
        int NULL = 1;
        /** A number that summarises the value follows. */
        int VALUE = 2;
        int UNKNOWN = 3;
        /** The call has no more recorded values, and it showed little of what the method does. */
        int END_TRIVIAL = 4;
    }

    /** Kinds of observations. */
    interface Observation {
        /** The statement defines no value. */
        int UNDEFINED = 0;
        int NULL = 1;
        int STRING = 2;
        int ENUM = 3;
        int ARRAY = 4;
        /** An object whose value cannot be observed. The name of its class follows. */
        int OBJECT = 5;
        /** A primitive value. The reported number is this number plus a number of {@link Primitive}. */
        int VALUE = 6;
        /** A boxed value. The reported number is this number plus a number of {@link Primitive}. */
        int BOXED = 14;
        int LIST = 22;
        int SET = 23;
        int MAP = 24;
        /** The same object as another variable. The number of this variable follows. */
        int SAME = 25;
        /** A {@link Class}. Its name follows. */
        int CLASS = 26;
        /**
         * A string that contains an identity hash code. The text after the last identity hash code follows.
         */
        int ENDING = 27;
    }

    /** Primitive types. */
    interface Primitive {
        int BOOLEAN = 0;
        int BYTE = 1;
        int CHAR = 2;
        int SHORT = 3;
        int INT = 4;
        int LONG = 5;
        int FLOAT = 6;
        int DOUBLE = 7;
    }

    /** Kinds of values in hints. */
    interface Operand {
        int WHOLE = 0;
        int FLOATING = 1;
        int TEXT = 2;
    }

    /** Properties that a hint requires of a compared value. The parameters of the property follow. */
    interface Requirement {
        int EQUAL = 0;
        int EQUAL_IGNORING_CASE = 1;
        int PREFIX = 2;
        int SUFFIX = 3;
        int SUBSTRING = 4;
        int ONE_OF = 5;
        /** The whole string must match a regular expression. The expression follows, then its flags. */
        int MATCH = 6;
        /** A part of the string must match a regular expression. The expression follows, then its flags. */
        int FIND = 7;
        /** A parser of the JDK must accept the string. The number of the format follows. */
        int PARSE = 8;
        /** The string must be a date in a pattern of {@code SimpleDateFormat}. The pattern follows. */
        int DATE = 9;
    }
}

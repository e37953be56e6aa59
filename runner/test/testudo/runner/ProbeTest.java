package testudo.runner;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import testudo.runner.message.MessageWriter;
import testudo.runner.probe.Probe;
import testudo.runner.probe.Trace;

/**
 * Tests the traces that probes record. Includes traces of many tests and of several threads, which the tests
 * of the instrumentation do not cover.
 */
public final class ProbeTest {
    private static final int BRANCHES = 300;
    private static final int STATEMENTS = 200;

    /** Throws an AssertionError if a test fails. */
    public static void main(String[] args) throws Exception {
        Trace.start(3, BRANCHES, STATEMENTS);
        aTraceListsMethodsInOrderOfFirstEntry();
        aTraceListsStatementsInOrderOfFirstExecution();
        aResetClearsTheTrace();
        aPredicateWithBothOutcomesHasNoDistance();
        aPredicateEvaluatedTwiceMarksItsUncoveredOutcomeAsRepeated();
        aLongBranchIdAndItsDistanceAreWrittenCompletely();
        aSwitchRecordsAValueAgainInTheNextTest();
        anExcludedSwitchIsIncludedAgainEvenIfTheTablesAreCleared();
        exactlyOneOutcomeIsCoveredAndTheOtherIsAtAFiniteDistance();
        racingThreadsCauseNoErrors();
    }

    private static void aTraceListsMethodsInOrderOfFirstEntry() throws Exception {
        Probe.enter(2);
        Probe.enter(0);
        Probe.enter(2);
        check(2, 2, 0, 0, 0);
    }

    private static void aTraceListsStatementsInOrderOfFirstExecution() throws Exception {
        Probe.statement(130);
        Probe.statement(0);
        Probe.statement(130);
        check(0, 0, 2, 0x82, 0x01, 0);
    }

    private static void aResetClearsTheTrace() throws Exception {
        Probe.enter(1);
        Probe.equal(1, 2, 0, 1);
        Probe.statement(1);
        Trace.reset();
        check(0, 0, 0);
    }

    private static void aPredicateWithBothOutcomesHasNoDistance() throws Exception {
        Probe.less(1, 2, 4, 5);
        Probe.less(2, 1, 4, 5);
        Probe.less(9, 1, 4, 5);
        check(0, 2, 4 << 2 | 1, 5 << 2 | 1, 0);
    }

    private static void anExcludedSwitchIsIncludedAgainEvenIfTheTablesAreCleared() throws Exception {
        for (int id = 20; id < 22; id++) {
            Trace.addExcludable(id);
        }
        // Each round calls reset five times, and every 4096th reset clears the tables. In 4096 rounds, each
        // of the five calls therefore clears the tables once.
        for (int round = 0; round < 4096; round++) {
            Trace.reset();
            Trace.exclude(2);
            Probe.select(3, "0 3 1", 20);
            check(0, 0, 0);
            Trace.exclude(0);
            Probe.select(3, "0 3 1", 20);
            check(0, 2, 21 << 2 | 1, 20 << 2, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0);
        }
    }

    private static void aPredicateEvaluatedTwiceMarksItsUncoveredOutcomeAsRepeated() throws Exception {
        Probe.isNull(null, 0, 1);
        Probe.isNull(null, 0, 1);
        Probe.isNull(null, 2, 3);
        check(
            0, 4,
            0 << 2 | 1, 1 << 2 | 2, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,
            2 << 2 | 1, 3 << 2, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,
            0);
    }

    private static void aLongBranchIdAndItsDistanceAreWrittenCompletely() throws Exception {
        Probe.same(null, null, 200, 201);
        // 200 << 2 | 1 and 201 << 2 in LEB128, then 1.0.
        check(0, 2, 0xA1, 0x06, 0xA4, 0x06, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0);
    }

    private static void aSwitchRecordsAValueAgainInTheNextTest() throws Exception {
        for (int test = 0; test < 10_000; test++) {
            Probe.select(7, "1 7 0", 10);
            Probe.select(8, "1 7 0", 10);
            check(0, 2, 10 << 2 | 2 | 1, 11 << 2 | 1, 0);
        }
    }

    private static void exactlyOneOutcomeIsCoveredAndTheOtherIsAtAFiniteDistance() throws Exception {
        int[] ints = {0, 1, -1, 77, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE + 1};
        for (int a : ints) {
            for (int b : ints) {
                Probe.equal(a, b, 0, 1);
                checkOutcome(a == b);
                Probe.less(a, b, 0, 1);
                checkOutcome(a < b);
                Probe.greater(a, b, 0, 1);
                checkOutcome(a > b);
            }
        }
        long[] longs = {
            0, 1, -1, 1L << 40, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE, Long.MIN_VALUE + 1
        };
        for (long a : longs) {
            for (long b : longs) {
                checkOutcome(a == b, Long.compare(a, b), Probe.equal(a, b, 0, 1));
                checkOutcome(a < b, Long.compare(a, b), Probe.less(a, b, 0, 1));
                checkOutcome(a > b, Long.compare(a, b), Probe.greater(a, b, 0, 1));
            }
        }
        double[] doubles = {
            0.0, -0.0, 1, 1 + Math.ulp(1.0), Double.MIN_VALUE, -Double.MIN_VALUE, 1e300, Double.MAX_VALUE,
            -Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN
        };
        for (double a : doubles) {
            for (double b : doubles) {
                for (int nan = -1; nan <= 1; nan += 2) {
                    int result = a < b ? -1 : a > b ? 1 : a == b ? 0 : nan;
                    checkOutcome(result == 0, result, Probe.equal(a, b, nan, 0, 1));
                    checkOutcome(result < 0, result, Probe.less(a, b, nan, 0, 1));
                    checkOutcome(result > 0, result, Probe.greater(a, b, nan, 0, 1));
                    float c = (float) a, d = (float) b;
                    result = c < d ? -1 : c > d ? 1 : c == d ? 0 : nan;
                    checkOutcome(result == 0, result, Probe.equal(c, d, nan, 0, 1));
                    checkOutcome(result < 0, result, Probe.less(c, d, nan, 0, 1));
                    checkOutcome(result > 0, result, Probe.greater(c, d, nan, 0, 1));
                }
            }
        }
    }

    private static void checkOutcome(boolean isTrue, int expected, int result) throws Exception {
        if (expected != result) {
            throw new AssertionError("expected the result " + expected + ", found " + result);
        }
        checkOutcome(isTrue);
    }

    /**
     * Checks that the branch of the outcome (0 for true, 1 for false) is covered, and that the other branch
     * has a finite distance above 0.
     */
    private static void checkOutcome(boolean isTrue) throws Exception {
        MessageWriter out = new MessageWriter();
        Trace.write(out);
        ByteBuffer trace = ByteBuffer.wrap(bytes(out)).order(ByteOrder.LITTLE_ENDIAN);
        int covered = isTrue ? 0 : 1;
        boolean hasCoveredOutcome = trace.get() == 0 && trace.get() == 2 && trace.get() == (covered << 2 | 1);
        boolean hasOtherOutcome = trace.get() == (1 - covered) << 2;
        double distance = trace.getDouble();
        if (!hasCoveredOutcome || !hasOtherOutcome || !(0 < distance && distance <= Double.MAX_VALUE)) {
            throw new AssertionError("unexpected trace: " + Arrays.toString(trace.array()));
        }
        Trace.reset();
    }

    private static void racingThreadsCauseNoErrors() throws Exception {
        final Throwable[] failure = new Throwable[1];
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try {
                    for (int round = 0; round < 200; round++) {
                        callAllProbes(round);
                    }
                } catch (Throwable thrown) {
                    failure[0] = thrown;
                }
            });
            threads[t].start();
        }
        for (int test = 0; test < 2_000; test++) {
            Trace.reset();
            callAllProbes(test);
            Trace.write(new MessageWriter());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
        // At least one of these resets clears the tables, and so removes the entries that the threads wrote.
        for (int test = 0; test < 10_000; test++) {
            Trace.reset();
        }
        callAllProbes(0);
        MessageWriter out = new MessageWriter();
        Trace.write(out);
        byte[] trace = bytes(out);
        int end = trace.length - STATEMENTS - (STATEMENTS - 128) - 2;
        boolean hasAllStatements = (trace[end] & 0x7F | trace[end + 1] << 7) == STATEMENTS;
        if (trace[0] != 3 || (trace[4] & 0x7F | trace[5] << 7) != BRANCHES || !hasAllStatements) {
            throw new AssertionError("unexpected trace: " + Arrays.toString(trace));
        }
    }

    private static void callAllProbes(int value) {
        for (int method = 0; method < 3; method++) {
            Probe.enter(method);
        }
        for (int branch = 0; branch < BRANCHES; branch += 2) {
            Probe.less(value, branch, branch, branch + 1);
        }
        for (int statement = 0; statement < STATEMENTS; statement++) {
            Probe.statement(statement);
        }
    }

    /** Checks that the trace has exactly the given bytes, then resets the trace. */
    private static void check(int... expected) throws Exception {
        MessageWriter out = new MessageWriter();
        Trace.write(out);
        byte[] actual = bytes(out);
        byte[] expectedBytes = new byte[expected.length];
        for (int i = 0; i < expectedBytes.length; i++) {
            expectedBytes[i] = (byte) expected[i];
        }
        if (!Arrays.equals(actual, expectedBytes)) {
            throw new AssertionError(
                "expected " + Arrays.toString(expectedBytes) + ", found " + Arrays.toString(actual));
        }
        Trace.reset();
    }

    private static byte[] bytes(MessageWriter out) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        out.flush(bytes);
        return bytes.toByteArray();
    }
}

package testudo.runner;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Traces beyond what instrumented code shows: many tests, many threads. */
public final class ProbeTest {
    private static final int BRANCHES = 300;

    public static void main(String[] args) throws Exception {
        Probe.start(3, BRANCHES);
        aTraceNamesMethodsInOrderOfFirstEntry();
        aTraceIsForgottenAtReset();
        coveringBothOutcomesLeavesNoDistance();
        aBranchOfManyBytesAndItsDistanceAreWrittenInFull();
        aValueThatASwitchSawInAFormerTestCountsAgain();
        threadsThatRaceDoNoHarm();
    }

    private static void aTraceNamesMethodsInOrderOfFirstEntry() throws Exception {
        Probe.enter(2);
        Probe.enter(0);
        Probe.enter(2);
        check(2, 2, 0, 0);
    }

    private static void aTraceIsForgottenAtReset() throws Exception {
        Probe.enter(1);
        Probe.equal(1, 2, 0, 1);
        Probe.reset();
        check(0, 0);
    }

    private static void coveringBothOutcomesLeavesNoDistance() throws Exception {
        Probe.less(1, 2, 4, 5);
        Probe.less(2, 1, 4, 5);
        Probe.less(9, 1, 4, 5);
        check(0, 2, 4 << 1 | 1, 5 << 1 | 1);
    }

    private static void aBranchOfManyBytesAndItsDistanceAreWrittenInFull() throws Exception {
        Probe.same(null, null, 200, 201);
        // 200 << 1 | 1 and 201 << 1 in LEB128, then 1.0.
        check(0, 2, 0x91, 0x03, 0x92, 0x03, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F);
    }

    private static void aValueThatASwitchSawInAFormerTestCountsAgain() throws Exception {
        for (int test = 0; test < 10_000; test++) {
            Probe.select(7, "1 7 0", 10);
            Probe.select(8, "1 7 0", 10);
            check(0, 2, 10 << 1 | 1, 11 << 1 | 1);
        }
    }

    private static void threadsThatRaceDoNoHarm() throws Exception {
        final Throwable[] failure = new Throwable[1];
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try {
                    for (int round = 0; round < 200; round++) {
                        touchAll(round);
                    }
                } catch (Throwable thrown) {
                    failure[0] = thrown;
                }
            });
            threads[t].start();
        }
        for (int test = 0; test < 2_000; test++) {
            Probe.reset();
            touchAll(test);
            Probe.write(new Out());
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
        // Whatever they left behind is gone after some tests.
        for (int test = 0; test < 10_000; test++) {
            Probe.reset();
        }
        touchAll(0);
        Out out = new Out();
        Probe.write(out);
        byte[] trace = bytes(out);
        if (trace[0] != 3 || (trace[4] & 0x7F | trace[5] << 7) != BRANCHES) {
            throw new AssertionError(Arrays.toString(trace));
        }
    }

    private static void touchAll(int value) {
        for (int method = 0; method < 3; method++) {
            Probe.enter(method);
        }
        for (int branch = 0; branch < BRANCHES; branch += 2) {
            Probe.less(value, branch, branch, branch + 1);
        }
    }

    /** Checks the trace byte by byte, and begins a new test. */
    private static void check(int... expected) throws Exception {
        Out out = new Out();
        Probe.write(out);
        byte[] found = bytes(out);
        byte[] wanted = new byte[expected.length];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = (byte) expected[i];
        }
        if (!Arrays.equals(found, wanted)) {
            throw new AssertionError(Arrays.toString(found) + ", not " + Arrays.toString(wanted));
        }
        Probe.reset();
    }

    private static byte[] bytes(Out out) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        out.flush(bytes);
        return bytes.toByteArray();
    }
}

package hostile;

import java.util.concurrent.TimeUnit;

/** Sleeps for hours or forever, and sleeps again after an interrupt. */
public class SleepsForever {
    public static String ordinaryGreeting(int hour) {
        if (hour < 12) {
            return "morning";
        }
        return hour < 18 ? "afternoon" : "evening";
    }

    public static void sleep() throws InterruptedException {
        Thread.sleep(Long.MAX_VALUE);
    }

    public static void hour() throws InterruptedException {
        TimeUnit.HOURS.sleep(1);
    }

    public static void again() {
        for (;;) {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                // Sleep again.
            }
        }
    }
}

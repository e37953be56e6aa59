package hostile;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Starts timers and thread pools that run a task every millisecond, forever. */
public class TimerStorm {
    private static volatile int count;

    public int ordinaryMinutes(String time) {
        if (time.startsWith("h")) {
            return 60;
        }
        return time.startsWith("d") ? 24 * 60 : 1;
    }

    public void timer() {
        new Timer().schedule(task(), 0, 1);
    }

    public void timers() {
        for (int i = 0; i < 200; i++) {
            new Timer(true).schedule(task(), i, 1);
        }
    }

    public void pool() {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(50);
        for (int i = 0; i < 50; i++) {
            pool.scheduleAtFixedRate(() -> count++, 0, 1, TimeUnit.MILLISECONDS);
        }
    }

    private static TimerTask task() {
        return new TimerTask() {
            @Override
            public void run() {
                count++;
            }
        };
    }
}

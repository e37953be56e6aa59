package hostile;

import java.util.concurrent.locks.LockSupport;

/** Parks its thread forever. */
public class Parks {
    private boolean free;

    public int ordinaryFee(int hours, boolean resident) {
        if (resident) {
            return 0;
        }
        return hours > 3 ? 10 : 2 * hours;
    }

    public void park() {
        while (!free) {
            LockSupport.park(this);
        }
    }

    public void parkLong() {
        LockSupport.parkNanos(Long.MAX_VALUE);
    }
}

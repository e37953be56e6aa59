package hostile;

import java.util.Calendar;
import java.util.Date;
import java.util.TimeZone;

/** Changes the default time zone. */
public class ChangesTimeZone {
    public static int ordinaryHour(int hour) {
        if (hour < 0) {
            return hour + 24;
        }
        return hour >= 24 ? hour - 24 : hour;
    }

    public static void tokyo() {
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    }

    public static void odd() {
        TimeZone.setDefault(TimeZone.getTimeZone("GMT+05:45"));
    }

    public static int offset() {
        return TimeZone.getDefault().getRawOffset();
    }

    public static int hour(long time) {
        Calendar calendar = Calendar.getInstance();
        calendar.setTime(new Date(time));
        return calendar.get(Calendar.HOUR_OF_DAY);
    }

    public static String text() {
        return new Date(0).toString();
    }
}

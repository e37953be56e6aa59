package testudo.runner;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;

/** What the whole JVM has only once, put back after a test that may have changed it: properties, time zone, languages. */
public final class Settings {
    /** Whether something may have changed since the last {@link #restore}. Instrumented code sets it where it could be. */
    public static boolean changed;

    private static final Properties properties = System.getProperties();
    private static final Map<Object, Object> values = new HashMap<Object, Object>(properties);
    private static final TimeZone zone = TimeZone.getDefault();
    private static final Locale locale = Locale.getDefault();
    private static final Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    /** Places where other words, letters, digits and hours are in use: what depends on any of these is something else there. */
    private static final Locale[] OTHER_LOCALES = {new Locale("ar", "EG"), new Locale("tr", "TR")};
    private static final String[] OTHER_ZONES = {"Asia/Kolkata", "America/St_Johns"};

    /** Where the JVM was before a static initialiser began, or null if that was the usual place. */
    private static Locale localeBefore;
    private static TimeZone zoneBefore;

    private Settings() {}

    /**
     * Has the JVM be elsewhere until it is put back.
     *
     * @param otherwise which of the other places it is in, from 1 on; they come round again
     */
    static void move(int otherwise) {
        int place = (otherwise - 1) % OTHER_LOCALES.length;
        changed = true;
        Locale.setDefault(OTHER_LOCALES[place]);
        TimeZone.setDefault(TimeZone.getTimeZone(OTHER_ZONES[place]));
    }

    private static void moveBack() {
        TimeZone.setDefault((TimeZone) zone.clone());
        Locale.setDefault(locale);
    }

    /** Has the JVM be in the usual place until {@link #goOn}. */
    static void interrupt() {
        localeBefore = null;
        try {
            zoneBefore = TimeZone.getDefault();
            localeBefore = Locale.getDefault();
            moveBack();
        } catch (SecurityException refused) {
            // By what the test has put there: restore will see.
        }
    }

    static void goOn() {
        try {
            if (localeBefore != null) {
                Locale.setDefault(localeBefore);
                TimeZone.setDefault(zoneBefore);
            }
        } catch (SecurityException refused) {
            // As above.
        }
        localeBefore = null;
    }

    /**
     * To be called after each test.
     *
     * @return whether everything is as it was
     */
    static boolean restore() {
        if (!changed && Locale.getDefault() == locale) {
            return true;
        }
        changed = false;
        try {
            if (System.getSecurityManager() != null) {
                System.setSecurityManager(null);
            }
            restoreProperties();
            moveBack();
            Thread.setDefaultUncaughtExceptionHandler(handler);
            return true;
        } catch (RuntimeException e) {
            // A security manager refuses.
            return false;
        } catch (Error e) {
            return false;
        }
    }

    private static void restoreProperties() {
        if (System.getProperties() != properties) {
            System.setProperties(properties);
        }
        if (!properties.equals(values)) {
            properties.clear();
            properties.putAll(values);
        }
    }
}

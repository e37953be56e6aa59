package testudo.runner.sandbox;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;

/**
 * Restores the settings of the whole JVM that a test can change: system properties, time zone, locale,
 * security manager, and handler of uncaught exceptions.
 */
public final class Settings {
    /**
     * Whether a setting has possibly changed since the last {@link #restore}. Instrumented code sets this
     * field before calls that can change a setting.
     */
    public static boolean changed;

    private static final Properties properties = System.getProperties();
    /** Values of the system properties before the first test. */
    private static final Map<Object, Object> values = new HashMap<Object, Object>(properties);
    private static final TimeZone zone = TimeZone.getDefault();
    private static final Locale locale = Locale.getDefault();
    private static final Thread.UncaughtExceptionHandler handler =
        Thread.getDefaultUncaughtExceptionHandler();

    /**
     * Locales of the environment variants. Their words, letters, digits and time formats differ from those of
     * the usual locale. So results that depend on the locale differ, too.
     */
    private static final Locale[] VARIANT_LOCALES = {new Locale("ar", "EG"), new Locale("tr", "TR")};
    /** Time zones of the environment variants. */
    private static final String[] VARIANT_ZONES = {"Asia/Kolkata", "America/St_Johns"};

    /**
     * Locale of the test, saved while a static initialiser runs. Null if no initialiser runs, or if the
     * locale could not be saved.
     */
    private static Locale localeBefore;
    /** Time zone of the test, saved while a static initialiser runs. */
    private static TimeZone zoneBefore;

    private Settings() {}

    /**
     * Sets the locale and time zone of an environment variant until the next {@link #restore}.
     *
     * @param variant number of the variant, at least 1
     */
    public static void applyVariant(int variant) {
        int index = (variant - 1) % VARIANT_LOCALES.length;
        changed = true;
        Locale.setDefault(VARIANT_LOCALES[index]);
        TimeZone.setDefault(TimeZone.getTimeZone(VARIANT_ZONES[index]));
    }

    /** Sets the usual locale and time zone. */
    private static void applyUsual() {
        TimeZone.setDefault((TimeZone) zone.clone());
        Locale.setDefault(locale);
    }

    /** Sets the usual locale and time zone until {@link #resume}. */
    public static void suspend() {
        localeBefore = null;
        try {
            zoneBefore = TimeZone.getDefault();
            localeBefore = Locale.getDefault();
            applyUsual();
        } catch (SecurityException refused) {
            // A security manager that the test installed refuses the change. The method restore() removes
            // this security manager.
        }
    }

    /** Sets the locale and time zone of the test again. */
    public static void resume() {
        try {
            if (localeBefore != null) {
                Locale.setDefault(localeBefore);
                TimeZone.setDefault(zoneBefore);
            }
        } catch (SecurityException refused) {
            // A security manager that the test installed refuses the change.
        }
        localeBefore = null;
    }

    /**
     * Restores all settings. Must be called after each test.
     *
     * @return whether all settings are restored
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
            applyUsual();
            Thread.setDefaultUncaughtExceptionHandler(handler);
            return true;
        } catch (RuntimeException e) {
            // A security manager that the test installed refuses the change.
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

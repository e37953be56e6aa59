package testudo.verify;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/**
 * The settings of this JVM with which each isolated test starts: system properties, locale, time zone and standard
 * streams. They are the settings at the start of this JVM, except the locale and the time zone.
 */
final class Settings {
    /** Isolated tests have the value of the property {@code testudo.verify.X} as {@code user.X}. */
    private static final String[] CHANGED = {"language", "country", "timezone"};

    private final Properties properties = (Properties) System.getProperties().clone();
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    /** Records the settings of this JVM. */
    Settings() {
        for (String name : CHANGED) {
            String value = properties.getProperty("testudo.verify." + name);
            if (value != null) {
                properties.setProperty("user." + name, value);
            }
        }
    }

    /** Undoes the changes of earlier tests. Also clears the interrupt status of this thread. */
    void restore() {
        System.setProperties((Properties) properties.clone());
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
        Locale.Builder locale = new Locale.Builder().setLanguage(properties.getProperty("user.language"));
        Locale.setDefault(locale.setRegion(properties.getProperty("user.country")).build());
        TimeZone.setDefault(TimeZone.getTimeZone(properties.getProperty("user.timezone")));
        Thread.interrupted();
    }
}

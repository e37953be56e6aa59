package hostile;

import java.io.File;
import java.io.IOException;
import java.security.Security;
import java.util.Properties;

/** Changes, clears and replaces the system properties. Also changes the security properties. */
public class ChangesProperties {
    public static String ordinarySetting(String value, String other) {
        if (value == null || value.isEmpty()) {
            return other;
        }
        return value.equals("default") ? "none" : value;
    }

    public static void change() {
        System.setProperty("java.io.tmpdir", "/nowhere/at/all");
        System.setProperty("user.dir", "/");
        System.setProperty("line.separator", "|");
        System.setProperty("file.separator", "!");
        System.setProperty("java.home", "/nowhere");
    }

    public static void replace() {
        System.setProperties(new Properties());
    }

    public static void clear() {
        System.getProperties().clear();
    }

    public static void set(String key, String value) {
        System.setProperty(key, value);
    }

    public static String get(String key) {
        return System.getProperty(key);
    }

    public static boolean flag() {
        boolean was = Boolean.getBoolean("hostile.flag");
        System.setProperty("hostile.flag", "true");
        return was;
    }

    public static String separator() {
        return System.getProperty("line.separator");
    }

    public static boolean temporary() throws IOException {
        return File.createTempFile("hostile", ".tmp").delete();
    }

    public static void security() {
        Security.setProperty("keystore.type", "none");
        Security.removeProvider("SUN");
    }

    public static String keys() {
        return Security.getProperty("keystore.type");
    }
}

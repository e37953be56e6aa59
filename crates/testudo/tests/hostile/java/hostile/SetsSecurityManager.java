package hostile;

import java.lang.reflect.InvocationTargetException;
import java.security.Permission;

/** Installs security managers: one that denies all permissions, and the standard security manager. */
@SuppressWarnings("removal")
public class SetsSecurityManager {
    public static boolean ordinaryAllowed(String user, int level) {
        if (user == null) {
            return false;
        }
        return user.equals("root") || level > 9;
    }

    public static void forbid() throws Throwable {
        set(new SecurityManager() {
            @Override
            public void checkPermission(Permission permission) {
                throw new SecurityException(permission.getName());
            }
        });
    }

    public static void plain() throws Throwable {
        set(new SecurityManager());
    }

    private static void set(SecurityManager manager) throws Throwable {
        try {
            System.class.getMethod("setSecurityManager", SecurityManager.class).invoke(null, manager);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}

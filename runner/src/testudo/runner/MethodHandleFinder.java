package testudo.runner;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * Finds methods and constructors of a class that refers to missing classes. Reflection fails for such a
 * class, because reflection resolves the types of all members together.
 */
final class MethodHandleFinder {
    private MethodHandleFinder() {
    }

    /**
     * Returns a handle of a method, or of a constructor if the name is {@code <init>}. The first argument of
     * an instance method is the receiver.
     *
     * @throws ReflectiveOperationException if the member does not exist or its module does not open it
     */
    static MethodHandle find(Class<?> declaringClass, String name, MethodType type)
        throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = lookup(declaringClass);
        if (name.equals("<init>")) {
            return lookup.findConstructor(declaringClass, type);
        }
        try {
            return lookup.findVirtual(declaringClass, name, type);
        } catch (IllegalAccessException e) {
            return lookup.findStatic(declaringClass, name, type);
        }
    }

    /** Returns a lookup with access to private members. */
    private static MethodHandles.Lookup lookup(Class<?> declaringClass) throws ReflectiveOperationException {
        try {
            // privateLookupIn exists since Java 9.
            return (MethodHandles.Lookup) MethodHandles.class
                .getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class)
                .invoke(null, declaringClass, MethodHandles.lookup());
        } catch (NoSuchMethodException e) {
            Constructor<MethodHandles.Lookup> constructor =
                MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
            constructor.setAccessible(true);
            return constructor.newInstance(declaringClass);
        } catch (InvocationTargetException e) {
            throw new IllegalAccessException(declaringClass.getName());
        }
    }
}

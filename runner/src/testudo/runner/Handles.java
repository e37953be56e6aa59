package testudo.runner;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * Finds members of a class that mentions classes which are not there. Reflection cannot: it wants the types of all
 * its members at once.
 */
final class Handles {
    private Handles() {
    }

    /**
     * A method, which takes the receiver first, or a constructor, whose name is {@code <init>}.
     *
     * @throws ReflectiveOperationException if there is none, or this JVM keeps it closed
     */
    static MethodHandle find(Class<?> holder, String name, MethodType type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = lookup(holder);
        if (name.equals("<init>")) {
            return lookup.findConstructor(holder, type);
        }
        try {
            return lookup.findVirtual(holder, name, type);
        } catch (IllegalAccessException e) {
            return lookup.findStatic(holder, name, type);
        }
    }

    /** A look-up that sees private members. */
    private static MethodHandles.Lookup lookup(Class<?> holder) throws ReflectiveOperationException {
        try {
            // From Java 9 on.
            return (MethodHandles.Lookup) MethodHandles.class
                .getMethod("privateLookupIn", Class.class, MethodHandles.Lookup.class)
                .invoke(null, holder, MethodHandles.lookup());
        } catch (NoSuchMethodException e) {
            Constructor<MethodHandles.Lookup> constructor =
                MethodHandles.Lookup.class.getDeclaredConstructor(Class.class);
            constructor.setAccessible(true);
            return constructor.newInstance(holder);
        } catch (InvocationTargetException e) {
            throw new IllegalAccessException(holder.getName());
        }
    }
}

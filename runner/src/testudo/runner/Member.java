package testudo.runner;

import static testudo.runner.message.Protocol.MemberKind.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import testudo.runner.loader.SubjectLoader;
import testudo.runner.message.MessageReader;
import testudo.runner.observation.Observer;
import testudo.runner.observation.WatchedCalls;

/**
 * A method, constructor, field or type that tests refer to by number. It is looked up when the first test
 * uses it.
 */
final class Member {
    /** Shape of the value that a statement on this member defines: see {@link Observer}. */
    int shape;
    /** Number of arguments. */
    int arity;
    /** Types of the arguments. */
    private Class<?>[] parameters;
    /** Method or constructor that reflection cannot return, else null. The receiver is its first argument. */
    private MethodHandle methodHandle;
    /** Any other method, else null. */
    private Method method;
    /** Any other constructor, else null. */
    private Constructor<?> constructor;
    /** The field, else null. */
    private Field field;
    /** The type, else null. */
    Class<?> type;
    /** Whether the member is a method of the JDK with which tests fill a collection. */
    final boolean fillsCollection;
    /** What to record of the calls of a method or constructor, or null. */
    final WatchedCalls watchedCalls;

    /** Number of the test run up to which calls of this member are skipped: see {@link Interpreter}. */
    int skippedUntil;

    private final int kind;
    /** Name of the declaring class with dots; for a type, its descriptor. */
    private final String owner;
    private final String name;
    private final String descriptor;
    /** Class file of a class generated for tests, else null. */
    private final byte[] bytes;
    private boolean isFound;
    /** Whether reflection may use the member. */
    private boolean isAccessible;
    /** Last class that {@link #methodOn} was called for, and its result. */
    private Class<?> inheritor;
    private Method inheritedMethod;

    Member(MessageReader in) {
        kind = in.numberBelow(STUB + 1);
        owner = in.utf16();
        name = kind == METHOD || kind == FIELD ? in.utf16() : "";
        descriptor = kind == TYPE ? "" : in.utf16();
        bytes = kind == STUB ? in.bytes() : null;
        fillsCollection = kind == METHOD && in.u8() != 0;
        watchedCalls = kind == METHOD || kind == CONSTRUCTOR ? WatchedCalls.read(in) : null;
    }

    /**
     * Looks up the member if this has not been done.
     *
     * @throws LinkageError like the one of the JVM if the class or the member does not exist
     */
    Member find(ClassLoader loader) {
        if (!isFound) {
            try {
                lookUp(loader);
            } catch (ClassNotFoundException e) {
                throw (Error) new NoClassDefFoundError(owner.replace('.', '/')).initCause(e);
            } catch (TypeNotPresentException e) {
                throw (Error) new NoClassDefFoundError(e.typeName().replace('.', '/')).initCause(e);
            } catch (NoSuchMethodException e) {
                throw new NoSuchMethodError(owner + "." + name + descriptor);
            } catch (NoSuchFieldException e) {
                throw new NoSuchFieldError(owner + "." + name);
            }
            isFound = true;
        }
        return this;
    }

    private void lookUp(ClassLoader loader)
        throws ClassNotFoundException, NoSuchMethodException, NoSuchFieldException {
        if (kind == TYPE) {
            type = MethodType.fromMethodDescriptorString("()" + owner, loader).returnType();
            return;
        }
        Class<?> declaringClass = kind == STUB
            ? ((SubjectLoader) loader).define(owner, bytes)
            : Class.forName(owner, false, loader);
        if (kind == FIELD) {
            field = declaringClass.getDeclaredField(name);
            shape = Observer.shape(field.getType());
            isAccessible = tryOpen(field);
            return;
        }
        MethodType signature = MethodType.fromMethodDescriptorString(descriptor, loader);
        parameters = signature.parameterArray();
        arity = parameters.length;
        Class<?> result = isConstructor() ? declaringClass : signature.returnType();
        shape = Observer.shape(result);
        if (watchedCalls != null) {
            watchedCalls.find(parameters, result, loader);
        }
        try {
            findByReflection(declaringClass);
        } catch (NoClassDefFoundError e) {
            methodHandle = methodHandle(declaringClass, signature, e);
        }
    }

    /** Returns whether the member is a field whose value is the same in each read. */
    boolean isConstant() {
        int modifiers = field.getModifiers();
        return Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers);
    }

    /** Returns whether the member is a constructor. */
    boolean isConstructor() {
        return kind == CONSTRUCTOR || kind == STUB;
    }

    private void findByReflection(Class<?> declaringClass) throws NoSuchMethodException {
        if (isConstructor()) {
            constructor = declaringClass.getDeclaredConstructor(parameters);
            isAccessible = tryOpen(constructor);
        } else {
            method = declaringClass.getDeclaredMethod(name, parameters);
            isAccessible = tryOpen(method);
        }
    }

    private MethodHandle methodHandle(
        Class<?> declaringClass, MethodType signature, NoClassDefFoundError missing) {
        try {
            return MethodHandleFinder.find(declaringClass, kind == METHOD ? name : "<init>", signature);
        } catch (ReflectiveOperationException e) {
            throw missing;
        }
    }

    /** Makes a member accessible. Returns false if this is not possible. */
    private static boolean tryOpen(AccessibleObject object) {
        try {
            object.setAccessible(true);
            return true;
        } catch (RuntimeException e) {
            // A member of the JDK whose module does not open it.
            return false;
        }
    }

    /**
     * Returns the method to call on an object. A public method declared in a closed class of the JDK is
     * called through the public class that inherits it, as compilers do.
     */
    private Method methodOn(Object receiver) {
        if (isAccessible) {
            return method;
        }
        Class<?> type = receiver.getClass();
        if (type != inheritor) {
            inheritedMethod = inheritedMethod(type);
            inheritor = type;
        }
        return inheritedMethod;
    }

    private Method inheritedMethod(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (Modifier.isPublic(c.getModifiers())) {
                try {
                    Method candidate = c.getMethod(name, parameters);
                    if (tryOpen(candidate)) {
                        return candidate;
                    }
                } catch (NoSuchMethodException e) {
                    // A superclass may declare the method.
                }
            }
        }
        return method;
    }

    /** Calls a constructor. */
    Object construct(Object[] arguments) throws Throwable {
        if (methodHandle != null) {
            return methodHandle.invokeWithArguments(arguments);
        }
        try {
            return constructor.newInstance(arguments);
        } catch (IllegalArgumentException e) {
            throw argumentException(arguments, e);
        } catch (InstantiationException e) {
            throw new InstantiationError(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    /** Calls a method. The receiver is null for a static method. */
    Object call(Object receiver, Object[] arguments) throws Throwable {
        if (methodHandle != null) {
            MethodHandle bound = receiver == null ? methodHandle : methodHandle.bindTo(receiver);
            return bound.invokeWithArguments(arguments);
        }
        Method target = receiver == null ? method : methodOn(receiver);
        try {
            return target.invoke(receiver, arguments);
        } catch (IllegalArgumentException e) {
            throw argumentException(arguments, e);
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    /**
     * Returns the exception that Java throws for an argument that does not fit its parameter. Reflection
     * throws another one.
     */
    private RuntimeException argumentException(Object[] arguments, IllegalArgumentException reason) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null && parameters[i].isPrimitive()) {
                return new NullPointerException();
            }
        }
        return new ClassCastException(reason.getMessage());
    }

    /** Reads a field. The receiver is null for a static field. */
    Object read(Object receiver) {
        try {
            return field.get(receiver);
        } catch (IllegalArgumentException e) {
            throw new ClassCastException(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }

    /** Writes a field. The receiver is null for a static field. */
    void write(Object receiver, Object value) {
        try {
            field.set(receiver, value);
        } catch (IllegalArgumentException e) {
            throw value == null ? new NullPointerException() : new ClassCastException(e.getMessage());
        } catch (IllegalAccessException e) {
            throw new IllegalAccessError(e.getMessage());
        }
    }
}

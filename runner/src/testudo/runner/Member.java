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
 * A method, constructor, field or type that tests refer to by number. The runner looks up the member when the
 * first test uses it.
 */
final class Member {
    /**
     * Shape of the value that a statement on this member defines (no value, a primitive value or a
     * reference): a constant of {@link Observer}.
     */
    int shape;
    /** Number of arguments. */
    int arity;
    /** Types of the arguments. */
    private Class<?>[] parameters;
    /**
     * Handle of a method or constructor that reflection cannot return, or null for any other member. The
     * first argument of an instance method is the receiver.
     */
    private MethodHandle methodHandle;
    /** The method if reflection can return it, else null. */
    private Method method;
    /** The constructor if reflection can return it, else null. */
    private Constructor<?> constructor;
    /** The field, or null if the member is not a field. */
    private Field field;
    /** The type, or null if the member is not a type. */
    Class<?> type;
    /** Whether the member is a method of the JDK with which tests fill a collection. */
    final boolean fillsCollection;
    /** Which values to record for each call of the member, or null if its calls are not recorded. */
    final WatchedCalls watchedCalls;

    /**
     * The {@link Interpreter} refuses calls of this member as long as the number of test runs is below this
     * number.
     */
    int refusedUntil;

    private final int kind;
    /** Name of the declaring class with dots; for a type, its descriptor. */
    private final String owner;
    private final String name;
    private final String descriptor;
    /** Class file of a class generated for tests, or null for any other member. */
    private final byte[] bytes;
    private boolean isFound;
    /** Whether reflection is permitted to use the member. */
    private boolean isAccessible;
    /** Class of the last receiver for which {@link #methodOn} looked up a method. */
    private Class<?> receiverClass;
    /** Result of the last look-up by {@link #methodOn}. */
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
     * Looks up the member at the first call. Returns this object.
     *
     * @throws LinkageError if the class or the member does not exist: the same error as the JVM throws
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
            watchedCalls.resolve(parameters, result, loader);
        }
        try {
            findByReflection(declaringClass);
        } catch (NoClassDefFoundError e) {
            methodHandle = methodHandle(declaringClass, signature, e);
        }
    }

    /** Returns whether the member, which must be a field, is a static final field. */
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
            // The member belongs to the JDK, and its module does not open it.
            return false;
        }
    }

    /**
     * Returns the method to call on a receiver. If the declaring class is an inaccessible class of the JDK,
     * looks up the method in the receiver's class and its superclasses. Only public classes are searched.
     */
    private Method methodOn(Object receiver) {
        if (isAccessible) {
            return method;
        }
        Class<?> type = receiver.getClass();
        if (type != receiverClass) {
            inheritedMethod = inheritedMethod(type);
            receiverClass = type;
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
                    // A superclass possibly has the method.
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
            MethodHandle boundHandle = receiver == null ? methodHandle : methodHandle.bindTo(receiver);
            return boundHandle.invokeWithArguments(arguments);
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
     * Returns the exception that Java code throws for an argument that does not have the type of its
     * parameter. Reflection throws an {@link IllegalArgumentException} instead.
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

package testudo.runner;

import static testudo.runner.Protocol.MemberKind.*;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** A method, constructor, field or type that tests name by number; found when the first of them does. */
final class Member {
    /** What a statement on this member defines: see {@link Observer}. */
    int shape;
    /** The number of arguments. */
    int arity;
    /** The types of the arguments. */
    Class<?>[] parameters;
    /** Set of a method or constructor that reflection cannot give; takes the receiver first. */
    MethodHandle handle;
    /** Set of any other method. */
    Method method;
    /** Set of any other constructor. */
    Constructor<?> constructor;
    /** Set of a field. */
    Field field;
    /** Set of a type. */
    Class<?> type;
    /** Whether it is a method of the JDK by which tests give a collection its content. */
    final boolean fills;
    /** Set of a method or constructor whose calls are watched. */
    final Watch watch;

    /** Until so many tests ran it is not called. */
    int rest;

    private final int kind;
    /** The class with dots; of a type its descriptor. */
    private final String owner;
    private final String name;
    private final String descriptor;
    /** Of a class made for tests: what it is defined by. */
    private final byte[] bytes;
    private boolean found;
    private boolean accessible;
    /** The class that {@link #methodOn} was asked for last, and its answer. */
    private Class<?> inheritor;
    private Method inherited;

    Member(In in) {
        kind = in.below(STUB + 1);
        owner = in.utf16();
        name = kind == METHOD || kind == FIELD ? in.utf16() : "";
        descriptor = kind == TYPE ? "" : in.utf16();
        bytes = kind == STUB ? in.bytes() : null;
        fills = kind == METHOD && in.u8() != 0;
        watch = kind == METHOD || kind == CONSTRUCTOR ? Watch.read(in) : null;
    }

    /**
     * Finds what is described.
     *
     * @throws LinkageError as the JVM would throw it if the class or the member is not there
     */
    Member find(ClassLoader loader) {
        if (!found) {
            try {
                search(loader);
            } catch (ClassNotFoundException e) {
                throw (Error) new NoClassDefFoundError(owner.replace('.', '/')).initCause(e);
            } catch (TypeNotPresentException e) {
                throw (Error) new NoClassDefFoundError(e.typeName().replace('.', '/')).initCause(e);
            } catch (NoSuchMethodException e) {
                throw new NoSuchMethodError(owner + "." + name + descriptor);
            } catch (NoSuchFieldException e) {
                throw new NoSuchFieldError(owner + "." + name);
            }
            found = true;
        }
        return this;
    }

    private void search(ClassLoader loader)
        throws ClassNotFoundException, NoSuchMethodException, NoSuchFieldException {
        if (kind == TYPE) {
            type = MethodType.fromMethodDescriptorString("()" + owner, loader).returnType();
            return;
        }
        Class<?> holder = kind == STUB ? ((Loader) loader).define(owner, bytes) : Class.forName(owner, false, loader);
        if (kind == FIELD) {
            field = holder.getDeclaredField(name);
            shape = Observer.shape(field.getType());
            accessible = open(field);
            return;
        }
        MethodType signature = MethodType.fromMethodDescriptorString(descriptor, loader);
        parameters = signature.parameterArray();
        arity = parameters.length;
        Class<?> result = constructs() ? holder : signature.returnType();
        shape = Observer.shape(result);
        if (watch != null) {
            watch.find(parameters, result, loader);
        }
        try {
            reflect(holder);
        } catch (NoClassDefFoundError e) {
            handle = handle(holder, signature, e);
        }
    }

    /** Whether it is a field that says the same whoever reads it. */
    boolean isConstant() {
        int modifiers = field.getModifiers();
        return Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers);
    }

    /** Whether it is a constructor. */
    boolean constructs() {
        return kind == CONSTRUCTOR || kind == STUB;
    }

    private void reflect(Class<?> holder) throws NoSuchMethodException {
        if (constructs()) {
            constructor = holder.getDeclaredConstructor(parameters);
            accessible = open(constructor);
        } else {
            method = holder.getDeclaredMethod(name, parameters);
            accessible = open(method);
        }
    }

    private MethodHandle handle(Class<?> holder, MethodType signature, NoClassDefFoundError missing) {
        try {
            return Handles.find(holder, kind == METHOD ? name : "<init>", signature);
        } catch (ReflectiveOperationException e) {
            throw missing;
        }
    }

    private static boolean open(AccessibleObject object) {
        try {
            object.setAccessible(true);
            return true;
        } catch (RuntimeException e) {
            // A member of the JDK that its module keeps closed.
            return false;
        }
    }

    /**
     * The method to call on an object: a public method that a closed class of the JDK declares is called through
     * the public class that inherits it, as compilers do.
     */
    Method methodOn(Object receiver) {
        if (accessible) {
            return method;
        }
        Class<?> type = receiver.getClass();
        if (type != inheritor) {
            inherited = inherited(type);
            inheritor = type;
        }
        return inherited;
    }

    private Method inherited(Class<?> type) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (Modifier.isPublic(c.getModifiers())) {
                try {
                    Method candidate = c.getMethod(name, parameters);
                    if (open(candidate)) {
                        return candidate;
                    }
                } catch (NoSuchMethodException e) {
                    // Then in a superclass.
                }
            }
        }
        return method;
    }
}

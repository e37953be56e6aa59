package testudo.runner;

import static testudo.runner.Protocol.Outcome.*;

import java.util.IdentityHashMap;
import java.util.Map;

/** Tells how tests ended. Each class of exceptions is described once, then named by number. */
final class Outcomes {
    private final ClassLoader loader;
    /** The numbers of classes that were described. */
    private final Map<Class<?>, Integer> known = new IdentityHashMap<Class<?>, Integer>();
    /** Of classes of exceptions that were asked for it, whether their message, and their frames, come from code of the JDK. */
    private final Map<Class<?>, Boolean> plain = new IdentityHashMap<Class<?>, Boolean>();
    private final Map<Class<?>, Boolean> traced = new IdentityHashMap<Class<?>, Boolean>();

    Outcomes(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Writes how a test ended.
     *
     * @param thrown what it threw, or null
     * @param message whether to tell the exception's {@linkplain #ownMessage own message}
     */
    void write(Throwable thrown, boolean message, Out out) {
        if (Budget.initialiserCut()) {
            // First: it costs the JVM.
            out.u8(WAITED);
        } else if (Exit.requested()) {
            out.u8(EXITED);
        } else if (Budget.stopped()) {
            out.u8(WAITED);
        } else if (thrown == null) {
            out.u8(RETURNED);
        } else if (root(thrown) instanceof BudgetError) {
            out.u8(OUT_OF_BUDGET);
        } else if (outOfMemory(thrown)) {
            out.u8(OUT_OF_MEMORY);
        } else {
            out.u8(THREW);
            out.u8(Thrown.isExplicit(thrown) ? 1 : 0);
            exception(thrown, message ? ownMessage(thrown) : null, out);
        }
    }

    /** Whether a test that ran just now ended as a written test may end: by itself or by an exception. */
    static boolean isRegular(Throwable thrown) {
        return !Exit.requested() && !Budget.stopped() && !Budget.initialiserCut()
            && (thrown == null || !(root(thrown) instanceof BudgetError || outOfMemory(thrown)));
    }

    /** Whether a test was cut short in a class's initialiser: the class stays unusable, and later tests would see that. */
    static boolean spoilt(Throwable thrown) {
        if (Budget.initialiserCut()) {
            return true;
        }
        if (!(thrown instanceof LinkageError)) {
            return false;
        }
        Throwable root = root(thrown);
        return Exit.requested() || root instanceof BudgetError || root instanceof OutOfMemoryError
            || root instanceof StackOverflowError;
    }

    /** Whether the heap was full: what the test holds should go before anything else is done. */
    static boolean outOfMemory(Throwable thrown) {
        return thrown != null && root(thrown) instanceof OutOfMemoryError;
    }

    /** Whether there was no room for classes: it does not come back. */
    static boolean outOfClasses(Throwable thrown) {
        Throwable root = root(thrown);
        return root.getClass() == OutOfMemoryError.class && root.getMessage() != null
            && (root.getMessage().contains("Metaspace") || root.getMessage().contains("class space"));
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root instanceof ExceptionInInitializerError
            && ((ExceptionInInitializerError) root).getException() != null) {
            root = ((ExceptionInInitializerError) root).getException();
        }
        return root;
    }

    /** Describes an exception: a number, at its first use the names of its class and superclasses; its message or null. */
    void exception(Throwable thrown, String message, Out out) {
        Integer id = known.get(thrown.getClass());
        if (id == null) {
            describe(thrown.getClass(), out);
        } else {
            out.varint(id);
        }
        out.u8(message == null ? 0 : 1);
        if (message != null) {
            out.utf16(message);
        }
    }

    /**
     * The {@linkplain #plainMessage message} of an exception if code of the user's classes made it: null where the JVM or the
     * JDK did, as other versions of these say it otherwise.
     */
    String ownMessage(Throwable thrown) {
        boolean own = Thrown.isExplicit(thrown) || !isOfTheJvm(thrown) && comesFromOwnCode(thrown);
        return own ? plainMessage(thrown) : null;
    }

    /** The message of an exception, null where reading it would call code of the user's. */
    String plainMessage(Throwable thrown) {
        return isOfTheJdk("getMessage", thrown.getClass(), plain) ? message(thrown) : null;
    }

    private static boolean isOfTheJvm(Throwable thrown) {
        return thrown instanceof NullPointerException || thrown instanceof IndexOutOfBoundsException
            || thrown instanceof ClassCastException || thrown instanceof ArithmeticException
            || thrown instanceof NegativeArraySizeException || thrown instanceof ArrayStoreException
            || thrown instanceof Error;
    }

    private boolean comesFromOwnCode(Throwable thrown) {
        if (!isOfTheJdk("getStackTrace", thrown.getClass(), traced)) {
            return false;
        }
        StackTraceElement[] frames = thrown.getStackTrace();
        if (frames.length == 0) {
            return false;
        }
        try {
            return Class.forName(frames[0].getClassName(), false, loader).getClassLoader() == loader;
        } catch (ClassNotFoundException e) {
            return false;
        } catch (LinkageError e) {
            return false;
        }
    }

    private void describe(Class<?> type, Out out) {
        out.varint(known.size());
        known.put(type, known.size());
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            out.utf16(Names.of(c));
        }
        out.varint(0);
    }

    private boolean isOfTheJdk(String method, Class<?> type, Map<Class<?>, Boolean> answers) {
        Boolean known = answers.get(type);
        if (known == null) {
            known = isOfTheJdk(method, type);
            answers.put(type, known);
        }
        return known;
    }

    private boolean isOfTheJdk(String method, Class<?> type) {
        try {
            return type.getMethod(method).getDeclaringClass().getClassLoader() != loader;
        } catch (NoSuchMethodException e) {
            return false;
        } catch (LinkageError e) {
            return false;
        }
    }

    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable e) {
            return null;
        }
    }
}

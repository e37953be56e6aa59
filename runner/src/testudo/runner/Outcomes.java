package testudo.runner;

import java.util.IdentityHashMap;
import java.util.Map;

/** Tells how tests ended. Each class of exceptions is described once, then named by number. */
final class Outcomes {
    private static final int RETURNED = 0;
    private static final int THREW = 1;
    private static final int OUT_OF_BUDGET = 2;
    private static final int EXITED = 3;
    private static final int OUT_OF_MEMORY = 4;

    private static final class Known {
        int id;
        /** Whether its message comes from code of the JDK. */
        boolean plain;
    }

    private final ClassLoader loader;
    private final Map<Class<?>, Known> known = new IdentityHashMap<Class<?>, Known>();

    Outcomes(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Writes how a test ended.
     *
     * @param thrown what it threw, or null
     * @param message whether to tell the exception's message
     */
    void write(Throwable thrown, boolean message, Out out) {
        if (Exit.requested()) {
            out.u8(EXITED);
        } else if (thrown == null) {
            out.u8(RETURNED);
        } else if (root(thrown) instanceof BudgetError) {
            out.u8(OUT_OF_BUDGET);
        } else if (outOfMemory(thrown)) {
            out.u8(OUT_OF_MEMORY);
        } else {
            out.u8(THREW);
            out.u8(Thrown.isExplicit(thrown) ? 1 : 0);
            exception(thrown, message, out);
        }
    }

    /** Whether a test that ran just now ended as a written test may end: by itself or by an exception. */
    static boolean isRegular(Throwable thrown) {
        return !Exit.requested() && (thrown == null || !(root(thrown) instanceof BudgetError || outOfMemory(thrown)));
    }

    /** Whether a test was cut short in a class's initialiser: the class stays unusable, and later tests would see that. */
    static boolean spoilt(Throwable thrown) {
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

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root instanceof ExceptionInInitializerError
            && ((ExceptionInInitializerError) root).getException() != null) {
            root = ((ExceptionInInitializerError) root).getException();
        }
        return root;
    }

    /** Describes an exception: a number, at its first use the names of its class and superclasses; its message. */
    void exception(Throwable thrown, boolean message, Out out) {
        Known entry = known.get(thrown.getClass());
        if (entry == null) {
            entry = describe(thrown.getClass(), out);
        } else {
            out.varint(entry.id);
        }
        String text = message && entry.plain ? message(thrown) : null;
        out.u8(text == null ? 0 : 1);
        if (text != null) {
            out.utf16(text);
        }
    }

    private Known describe(Class<?> type, Out out) {
        Known entry = new Known();
        entry.id = known.size();
        entry.plain = plain(type);
        known.put(type, entry);
        out.varint(entry.id);
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            out.utf16(c.getName());
        }
        out.varint(0);
        return entry;
    }

    private boolean plain(Class<?> type) {
        try {
            return type.getMethod("getMessage").getDeclaringClass().getClassLoader() != loader;
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

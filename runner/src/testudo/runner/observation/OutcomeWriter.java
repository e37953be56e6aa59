package testudo.runner.observation;

import static testudo.runner.message.Protocol.Outcome.*;

import java.util.IdentityHashMap;
import java.util.Map;
import testudo.runner.message.MessageWriter;
import testudo.runner.probe.ThrowProbe;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.BudgetError;
import testudo.runner.sandbox.Exit;

/**
 * Writes the outcomes of tests. The first exception of a class is written with the names of its class and
 * superclasses. Later exceptions of the class refer to the number of the class.
 */
public final class OutcomeWriter {
    private final ClassLoader loader;
    /** Numbers of the exception classes whose names this writer has written. */
    private final Map<Class<?>, Integer> classNumbers = new IdentityHashMap<Class<?>, Integer>();
    /** Whether the method {@code getMessage} of an exception class is code of the JDK. */
    private final Map<Class<?>, Boolean> hasJdkMessage = new IdentityHashMap<Class<?>, Boolean>();
    /** Whether the method {@code getStackTrace} of an exception class is code of the JDK. */
    private final Map<Class<?>, Boolean> hasJdkFrames = new IdentityHashMap<Class<?>, Boolean>();

    public OutcomeWriter(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Writes the outcome of a test.
     *
     * @param thrown exception that the test threw, or null
     * @param withMessage whether to write the {@linkplain #ownMessage message} of the exception
     */
    public void write(Throwable thrown, boolean withMessage, MessageWriter out) {
        if (Budget.isInitialiserStopped()) {
            // This case comes first, because the parent must learn that this JVM can run no further tests.
            out.u8(TIMED_OUT);
        } else if (Exit.isRequested()) {
            out.u8(EXITED);
        } else if (Budget.isStopped()) {
            out.u8(TIMED_OUT);
        } else if (thrown == null) {
            out.u8(RETURNED);
        } else if (root(thrown) instanceof BudgetError) {
            out.u8(OUT_OF_BUDGET);
        } else if (isOutOfMemory(thrown)) {
            out.u8(OUT_OF_MEMORY);
        } else {
            out.u8(THREW);
            out.u8(ThrowProbe.isExplicit(thrown) ? 1 : 0);
            writeException(thrown, withMessage ? ownMessage(thrown) : null, out);
        }
    }

    /**
     * Returns whether the last test returned normally or threw an exception of its own. Returns false if the
     * runner stopped the test, if the test tried to end the JVM, or if the memory was exhausted.
     */
    public static boolean isRegular(Throwable thrown) {
        return !Exit.isRequested() && !Budget.isStopped() && !Budget.isInitialiserStopped()
            && (thrown == null || !(root(thrown) instanceof BudgetError || isOutOfMemory(thrown)));
    }

    /**
     * Returns whether a static initialiser ended because the test tried to end the JVM, reached a limit, or
     * exhausted memory or stack. The class of the initialiser is then unusable, and later tests would observe
     * this.
     */
    public static boolean leavesClassUnusable(Throwable thrown) {
        if (Budget.isInitialiserStopped()) {
            return true;
        }
        if (!(thrown instanceof LinkageError)) {
            return false;
        }
        Throwable root = root(thrown);
        return Exit.isRequested() || root instanceof BudgetError || root instanceof OutOfMemoryError
            || root instanceof StackOverflowError;
    }

    /**
     * Returns whether the test ended because the memory was exhausted. In this case, the runner must drop the
     * variables of the test before it continues.
     */
    public static boolean isOutOfMemory(Throwable thrown) {
        return thrown != null && root(thrown) instanceof OutOfMemoryError;
    }

    /** Returns whether the memory for classes was exhausted. The JVM does not free this memory. */
    public static boolean isOutOfMetaspace(Throwable thrown) {
        Throwable root = root(thrown);
        return root.getClass() == OutOfMemoryError.class && root.getMessage() != null
            && (root.getMessage().contains("Metaspace") || root.getMessage().contains("class space"));
    }

    /**
     * Returns the exception that a static initialiser threw, if this exception caused {@code thrown}.
     * Otherwise returns {@code thrown}.
     */
    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root instanceof ExceptionInInitializerError
            && ((ExceptionInInitializerError) root).getException() != null) {
            root = ((ExceptionInInitializerError) root).getException();
        }
        return root;
    }

    /**
     * Writes an exception: the number of its class, then its message or null. If the number is new, the names
     * of the class and of its superclasses follow the number.
     */
    public void writeException(Throwable thrown, String message, MessageWriter out) {
        Integer id = classNumbers.get(thrown.getClass());
        if (id == null) {
            writeClasses(thrown.getClass(), out);
        } else {
            out.varint(id);
        }
        out.u8(message == null ? 0 : 1);
        if (message != null) {
            out.utf16(message);
        }
    }

    /**
     * Returns the {@linkplain #plainMessage message} of an exception that the user's code created. Returns
     * null for an exception that the JVM or the JDK created, because such messages differ between versions of
     * the JDK.
     */
    public String ownMessage(Throwable thrown) {
        boolean isCreatedByUser =
            ThrowProbe.isExplicit(thrown) || !canBeThrownByJvm(thrown) && wasCreatedByUserCode(thrown);
        return isCreatedByUser ? plainMessage(thrown) : null;
    }

    /**
     * Returns the message of an exception. Returns null if the method {@code getMessage} is the user's code.
     */
    public String plainMessage(Throwable thrown) {
        return isOfTheJdk("getMessage", thrown.getClass(), hasJdkMessage) ? readMessage(thrown) : null;
    }

    /** Returns whether the JVM itself can throw exceptions of this class. */
    private static boolean canBeThrownByJvm(Throwable thrown) {
        return thrown instanceof NullPointerException || thrown instanceof IndexOutOfBoundsException
            || thrown instanceof ClassCastException || thrown instanceof ArithmeticException
            || thrown instanceof NegativeArraySizeException || thrown instanceof ArrayStoreException
            || thrown instanceof Error;
    }

    /** Returns whether the user's code created the exception. */
    private boolean wasCreatedByUserCode(Throwable thrown) {
        if (!isOfTheJdk("getStackTrace", thrown.getClass(), hasJdkFrames)) {
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

    /** Writes a new number for an exception class, then the names of the class and of its superclasses. */
    private void writeClasses(Class<?> type, MessageWriter out) {
        out.varint(classNumbers.size());
        classNumbers.put(type, classNumbers.size());
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            out.utf16(ClassNames.of(c));
        }
        out.varint(0);
    }

    /** Returns whether a method of a class is code of the JDK. Stores the result in {@code cache}. */
    private boolean isOfTheJdk(String method, Class<?> type, Map<Class<?>, Boolean> cache) {
        Boolean cachedResult = cache.get(type);
        if (cachedResult == null) {
            cachedResult = isOfTheJdk(method, type);
            cache.put(type, cachedResult);
        }
        return cachedResult;
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

    private static String readMessage(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (Throwable e) {
            return null;
        }
    }
}

package testudo.runner.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import testudo.runner.sandbox.Budget;
import testudo.runner.sandbox.Randomness;

/**
 * Restores static fields to the values that they had after the initialisation of their class. Also restores
 * the objects that static fields reach. A test therefore observes no changes of another test.
 *
 * <p>Objects keep their identity, so that singletons and enum constants stay the same. State that cannot be
 * restored stays changed.
 */
public final class Statics {
    /**
     * Whether a static field has possibly changed since the last {@link #restore}. Instrumented code sets
     * this flag before each write of a static field outside of static initialisers. Static initialisers
     * always set this flag.
     */
    public static boolean staticsChanged;

    /**
     * Whether a field of an object has possibly changed since the last {@link #restore}. Instrumented code
     * sets this flag before each write of such a field. A constructor does not set this flag when it writes a
     * field of its own new object.
     */
    public static boolean fieldsChanged;

    /**
     * Whether an element of an array has possibly changed since the last {@link #restore}. An instrumented
     * method sets this flag at its entry if its code, or JDK code that it calls, can write an element.
     */
    public static boolean arraysChanged;

    /**
     * Whether a mutant was active since the last {@link #restore}. Mutants also change state that code under
     * test usually only reads. Restoring this state after each test would take too long.
     */
    public static boolean mutantWasActive;

    private static final SavedGroup staticFields = new SavedGroup(Integer.MAX_VALUE);
    private static final ReachableState reachableState = new ReachableState();
    /** Whether the runner failed to save state, because the stack or the memory was exhausted. */
    private static boolean hasFailed;

    private Statics() {}

    /**
     * Saves the static fields of a class. Called once, at the end of its static initialiser. Never throws an
     * exception into the initialiser.
     */
    public static synchronized void snapshot(Class<?> type) {
        try {
            for (Field field : findStaticFields(type)) {
                save(field);
            }
            Randomness.endClass();
        } catch (Throwable unknown) {
            // For example, the class of a field is missing.
            recordFailure(unknown);
        }
        if (!Initialisers.areRunning()) {
            saveReachable();
        }
    }

    private static void save(Field field) {
        try {
            if (!Modifier.isFinal(field.getModifiers())) {
                staticFields.add(new SavedField(field, null));
            }
            Object value = field.get(null);
            Randomness.registerField(field, value);
            reachableState.addValue(value);
        } catch (Throwable unknown) {
            // For example, the value is a view of a collection whose methods throw an exception.
            recordFailure(unknown);
        }
    }

    /**
     * Saves the objects that the static fields of newly initialised classes reach. Called when no initialiser
     * runs any more, so the initialisation of these objects has ended.
     */
    static synchronized void saveReachable() {
        try {
            reachableState.saveNewValues();
        } catch (Throwable unknown) {
            recordFailure(unknown);
        }
    }

    private static void recordFailure(Throwable reason) {
        hasFailed |= reason instanceof VirtualMachineError;
    }

    /**
     * Returns whether the runner failed to save state, because the stack or the memory was exhausted. Later
     * tests would then observe changes of the last test.
     */
    public static boolean hasFailed() {
        return hasFailed;
    }

    /** Marks all state as possibly changed. */
    static void assumeChanged() {
        staticsChanged = true;
        fieldsChanged = true;
        arraysChanged = true;
    }

    private static List<Field> findStaticFields(Class<?> type) {
        List<Field> fields = new ArrayList<Field>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                field.setAccessible(true);
                fields.add(field);
            }
        }
        return fields;
    }

    /**
     * Returns whether the test replaced or removed a value of a static field, or of an object that static
     * fields reach: see {@link SavedState#isOverwritten}. Must be called before {@link #restore}.
     */
    public static synchronized boolean areOverwritten() {
        Budget.pause();
        try {
            return staticsChanged && staticFields.isOverwritten()
                || reachableState.snapshot.isOverwritten(fieldsChanged, arraysChanged);
        } finally {
            Budget.resume();
        }
    }

    /**
     * Restores all saved state, also the state that {@link #restore} restores only after mutants. Called
     * before a test runs on mutants, so that the test finds the same state before and after the mutants.
     */
    public static void restoreAll() {
        assumeChanged();
        mutantWasActive = true;
        restore();
    }

    /**
     * Restores all state that has possibly changed. Must be called after each test. This method can call code
     * under test, such as the {@code hashCode} of keys.
     */
    public static synchronized void restore() {
        Budget.pause();
        boolean restoresFields = fieldsChanged;
        boolean restoresArrays = arraysChanged;
        fieldsChanged = false;
        arraysChanged = false;
        boolean restoresLargeState = mutantWasActive;
        mutantWasActive = false;
        if (staticsChanged) {
            staticsChanged = false;
            staticFields.restore();
        }
        reachableState.snapshot.restore(restoresFields, restoresArrays);
        if (restoresLargeState) {
            reachableState.restoreLargeState(restoresFields, restoresArrays);
        }
        Initialisers.leave();
        Budget.resume();
    }
}

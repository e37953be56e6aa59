package testudo.runner.state;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Saves the state of the objects that are reachable from static fields, so that {@link Statics} can restore
 * this state.
 *
 * <p>For each static field, the worker restores either the state of all objects that the field reaches, or
 * only the {@linkplain SavedState state} of the field's value. If the worker restored only some of these
 * objects, the restored objects could be inconsistent with the other objects. An object that two fields reach
 * is restored if it is restored for at least one of these fields.
 */
final class ReachableState {
    /** Superclasses in the JDK whose fields need not be restored in the objects of their subclasses. */
    private static final List<String> STATELESS_CLASSES = Arrays.asList(
            "java.lang.Enum",
            "java.lang.ThreadLocal",
            "java.lang.Throwable",
            "java.util.AbstractList",
            "java.util.AbstractMap");

    /**
     * Classes of the JDK whose objects are not restored. The objects are immutable, or their state does not
     * depend on the state of other objects.
     */
    private static final List<String> IMMUTABLE_CLASSES = Arrays.asList(
            "java.io.File",
            "java.io.PrintStream",
            "java.lang.Class",
            "java.lang.ClassLoader",
            "java.lang.String",
            "java.net.URI",
            "java.net.URL",
            "java.security.SecureRandom",
            "java.util.Currency",
            "java.util.Locale",
            "java.util.Random",
            "java.util.UUID",
            "java.util.regex.Pattern");

    /**
     * Prefixes of the names of further classes that the runner treats like the classes in
     * {@link #IMMUTABLE_CLASSES}.
     */
    private static final String[] IMMUTABLE_PREFIXES = {
        "java.lang.invoke.",
        "java.lang.ref.",
        "java.lang.reflect.",
        "java.math.",
        "java.nio.charset.",
        "java.nio.file.",
        "java.time.",
        "java.util.concurrent.locks.",
        "java.util.logging.",
        "sun.",
        "testudo.runner.",
    };

    /**
     * Maximum number of objects that a static field reaches and that are restored after each test. Immutable
     * objects of the JDK do not count.
     */
    private static final int MAX_OBJECTS = 200;
    /** Like {@link #MAX_OBJECTS}, for objects that are restored only after runs on mutants. */
    private static final int MAX_OBJECTS_OF_LARGE_GRAPH = 5000;
    /** Maximum cost of restoring a group after each test. Restoring the group takes some microseconds. */
    private static final int MAX_COST = 2000;
    /** Like {@link #MAX_COST}, for state that is restored only after runs on mutants. */
    private static final int MAX_COST_OF_LARGE_GRAPHS = 20000;

    /** Saved state of all reachable objects, except the large graphs and the constant tables. */
    final Snapshot snapshot = new Snapshot(MAX_COST);
    /**
     * Saved state of object graphs that are too large for {@link #snapshot}. It is restored only after runs
     * on mutants.
     */
    private final Snapshot largeGraphs = new Snapshot(MAX_COST_OF_LARGE_GRAPHS);
    /** Saved content of the constant tables. It is restored only after runs on mutants. */
    final ConstantTables tables = new ConstantTables();

    /** Values of static fields whose reachable objects have not been saved yet. */
    private final List<Object> newValues = new ArrayList<Object>();

    /** Objects that are restored together with all objects that they reach. */
    private final Set<Object> restorableObjects = identitySet();
    /**
     * Objects that cannot be restored, or that reach too many objects or an object that cannot be restored.
     */
    private final Set<Object> notRestorableObjects = identitySet();
    /** Result of {@link #fieldsOf} for each class. */
    private final Map<Class<?>, List<Field>> fieldsByClass = new HashMap<Class<?>, List<Field>>();

    /** Returns an empty set that compares its elements by identity. */
    static Set<Object> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    }

    /**
     * Saves the state of the value of a static field. The method {@link #saveNewValues} saves the objects
     * that the value reaches.
     */
    void addValue(Object root) {
        if (root != null && !isRestorable(root)) {
            SavedState state = SavedState.of(root);
            if (state != null) {
                snapshot.addFieldValue(state);
            }
            if (ObjectGraph.isLongPrimitiveArray(root) || ObjectGraph.isTable(root.getClass())) {
                tables.add(root);
            }
            newValues.add(root);
        }
    }

    /** Saves the objects that the new values reach. The initialisation of these objects must have ended. */
    void saveNewValues() {
        for (int i = 0; i < newValues.size(); i++) {
            saveGraph(newValues.get(i));
        }
        newValues.clear();
    }

    /**
     * Saves the state of all objects that a value reaches. Saves nothing if the state of one of these objects
     * cannot be saved.
     */
    private void saveGraph(Object root) {
        if (isRestorable(root) || isNotRestorable(root)) {
            return;
        }
        ObjectGraph graph = new ObjectGraph(this, root);
        if (graph.saveAll(MAX_OBJECTS) && snapshot.addAll(graph.snapshot)) {
            restorableObjects.addAll(graph.objects);
            return;
        }
        ObjectGraph largeGraph = new ObjectGraph(this, root);
        if (largeGraph.saveAll(MAX_OBJECTS_OF_LARGE_GRAPH)) {
            largeGraphs.addAll(largeGraph.snapshot);
        }
        markNotRestorable(root);
    }

    /**
     * Restores the state that only runs on mutants change. The parameters are those of
     * {@link Snapshot#restore}.
     */
    void restoreLargeState(boolean fieldsChanged, boolean arraysChanged) {
        largeGraphs.restore(fieldsChanged, arraysChanged);
        if (arraysChanged) {
            tables.restore();
        }
    }

    /** Returns whether an object is restored together with all objects that it reaches. */
    boolean isRestorable(Object object) {
        return restorableObjects.contains(object);
    }

    /**
     * Returns whether an object was marked by {@link #markNotRestorable}, because the object or an object
     * that it reaches cannot be restored.
     */
    boolean isNotRestorable(Object object) {
        return notRestorableObjects.contains(object);
    }

    void markNotRestorable(Object object) {
        notRestorableObjects.add(object);
    }

    /**
     * Returns the instance fields of a class and of its superclasses that can refer to changed state: all
     * fields except final primitive fields. Returns no fields of the classes in {@link #STATELESS_CLASSES}
     * and {@link #IMMUTABLE_CLASSES}. Returns null if another class of the JDK declares a field, because the
     * meaning of this field is unknown.
     */
    List<Field> fieldsOf(Class<?> type) {
        if (!fieldsByClass.containsKey(type)) {
            fieldsByClass.put(type, findFields(type));
        }
        return fieldsByClass.get(type);
    }

    /** Computes the result of {@link #fieldsOf} for a class. */
    private static List<Field> findFields(Class<?> type) {
        List<Field> fields = new ArrayList<Field>();
        if (isImmutable(type)) {
            return fields;
        }
        for (Class<?> current = type; current != null; current = current.getSuperclass()) {
            List<Field> ownFields = instanceFields(current);
            if (!isOfJdk(current)) {
                fields.addAll(ownFields);
            } else if (!ownFields.isEmpty()
                && !STATELESS_CLASSES.contains(current.getName())
                && !isImmutable(current)) {
                return null;
            }
        }
        for (Field field : fields) {
            field.setAccessible(true);
        }
        return fields;
    }

    private static List<Field> instanceFields(Class<?> type) {
        List<Field> fields = new ArrayList<Field>();
        for (Field field : type.getDeclaredFields()) {
            boolean isConstant = Modifier.isFinal(field.getModifiers()) && field.getType().isPrimitive();
            if (!Modifier.isStatic(field.getModifiers()) && !isConstant) {
                fields.add(field);
            }
        }
        return fields;
    }

    /** Returns whether a class belongs to the JDK. */
    static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getSystemClassLoader().getParent();
    }

    private static boolean isImmutable(Class<?> type) {
        String name = type.getName();
        for (String prefix : IMMUTABLE_PREFIXES) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return IMMUTABLE_CLASSES.contains(name);
    }
}

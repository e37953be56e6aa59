package testudo.runner;

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
 * What the objects hold that static fields reach, to be put back.
 *
 * <p>Behind one static field all of it is put back or, but for the {@link Content} of its own object, nothing: some objects
 * as they were among others as they are would not fit each other. (What two fields reach, and one of them with all else, is.)
 */
final class Held {
    /** Superclasses in the JDK that have fields, but none that matters to who uses objects of their subclasses. */
    private static final List<String> STATELESS = Arrays.asList(
            "java.lang.Enum",
            "java.lang.ThreadLocal",
            "java.lang.Throwable",
            "java.util.AbstractList",
            "java.util.AbstractMap");

    /** Classes of the JDK whose objects do not change, or may do so without the objects around them. */
    private static final List<String> UNCHANGING = Arrays.asList(
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

    /** The same of whole packages, and of the runner's. */
    private static final String[] UNCHANGING_PACKAGES = {
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

    /** Of all objects. */
    final Snapshot snapshot = new Snapshot();

    /** Values of static fields of which it is not yet looked for what they reach. */
    private final List<Object> fresh = new ArrayList<Object>();

    /** Objects that are put back with all that they reach, and ones that cannot be. */
    private final Set<Object> whole = identitySet();
    private final Set<Object> refused = identitySet();
    /** By class what {@link #fieldsOf} found. */
    private final Map<Class<?>, List<Field>> known = new HashMap<Class<?>, List<Field>>();

    static Set<Object> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    }

    /** Notes what a static field's value holds itself, and all that it reaches when things are {@link #settle settled}. */
    void note(Object root) {
        if (root != null && !isWhole(root)) {
            Content own = Content.of(root);
            if (own != null) {
                snapshot.addOwn(own);
            }
            fresh.add(root);
        }
    }

    /** Nothing that was noted is still being made. */
    void settle() {
        for (int i = 0; i < fresh.size(); i++) {
            add(fresh.get(i));
        }
        fresh.clear();
    }

    private void add(Object root) {
        if (isWhole(root) || isRefused(root)) {
            return;
        }
        Reach reach = new Reach(this, root);
        if (reach.isWhole() && snapshot.addAll(reach.snapshot)) {
            whole.addAll(reach.objects);
        } else {
            refuse(root);
        }
    }

    boolean isWhole(Object object) {
        return whole.contains(object);
    }

    boolean isRefused(Object object) {
        return refused.contains(object);
    }

    void refuse(Object object) {
        refused.add(object);
    }

    /** The fields of objects of a class that lead on or can be written, or null if it is not known what they keep. */
    List<Field> fieldsOf(Class<?> type) {
        if (!known.containsKey(type)) {
            known.put(type, find(type));
        }
        return known.get(type);
    }

    private static List<Field> find(Class<?> type) {
        List<Field> found = new ArrayList<Field>();
        if (isUnchanging(type)) {
            return found;
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            List<Field> own = instanceFields(at);
            if (!isOfJdk(at)) {
                found.addAll(own);
            } else if (!own.isEmpty() && !STATELESS.contains(at.getName()) && !isUnchanging(at)) {
                return null;
            }
        }
        for (Field field : found) {
            field.setAccessible(true);
        }
        return found;
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

    static boolean isOfJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getSystemClassLoader().getParent();
    }

    private static boolean isUnchanging(Class<?> type) {
        String name = type.getName();
        for (String start : UNCHANGING_PACKAGES) {
            if (name.startsWith(start)) {
                return true;
            }
        }
        return UNCHANGING.contains(name);
    }
}

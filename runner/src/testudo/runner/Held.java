package testudo.runner;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects that static fields hold, directly or through others: singletons, constants with a state, registries. Only those of
 * classes of the class path, and the {@link Content} of what they hold of the JDK. An object that has a part whose content is not
 * put back, such as a large table, is left alone as a whole: what is half put back contradicts itself.
 */
final class Held {
    /** Objects that are looked at for one class: large structures are tables, which tests hardly change. */
    private static final int MOST = 500;

    /** Containers with more elements are not looked into. */
    private static final int LARGE = 64;

    /** Classes of the JDK whose objects have nothing to put back but what their subclasses add. */
    private static final Set<String> STATELESS = new HashSet<String>(Arrays.asList(
        "java.lang.Object", "java.lang.Enum", "java.lang.Record", "java.lang.Number", "java.util.AbstractCollection",
        "java.util.AbstractList", "java.util.AbstractMap", "java.util.AbstractQueue", "java.util.AbstractSet"));

    private final List<Variable> variables;
    private final List<Content> contents;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
    private final Map<Class<?>, List<Field>> fields = new IdentityHashMap<Class<?>, List<Field>>();
    private final Deque<Object> open = new ArrayDeque<Object>();

    /** Adds what is found to lists. */
    Held(List<Variable> variables, List<Content> contents) {
        this.variables = variables;
        this.contents = contents;
    }

    /** Looks at what static fields of a class hold. */
    void add(List<Object> values, ClassLoader loader) throws IllegalAccessException {
        open.clear();
        for (Object value : values) {
            lookInto(value, loader);
        }
        for (int left = MOST; left > 0 && !open.isEmpty(); left--) {
            Object next = open.remove();
            if (next.getClass().isArray() || next.getClass().getClassLoader() != loader) {
                elements(next, loader);
            } else {
                object(next, loader);
            }
        }
    }

    /** Has a value looked at later if there may be something in it. */
    private void lookInto(Object value, ClassLoader loader) {
        if (value == null || value instanceof Class || value instanceof ClassLoader) {
            return;
        }
        Class<?> type = value.getClass();
        boolean isContainer = type.getName().startsWith("java.util.") || type.isArray() && !type.getComponentType().isPrimitive();
        if ((isContainer || type.getClassLoader() == loader) && seen.add(value)) {
            open.add(value);
        }
    }

    private void elements(Object container, ClassLoader loader) {
        if (container instanceof Object[]) {
            lookIntoAll((Object[]) container, loader);
        } else if (container instanceof Collection && ((Collection<?>) container).size() <= LARGE) {
            lookIntoAll(((Collection<?>) container).toArray(), loader);
        } else if (container instanceof Map && ((Map<?, ?>) container).size() <= LARGE) {
            lookIntoAll(((Map<?, ?>) container).values().toArray(), loader);
        }
    }

    private void lookIntoAll(Object[] values, ClassLoader loader) {
        for (int i = 0; i < Math.min(values.length, LARGE); i++) {
            lookInto(values[i], loader);
        }
    }

    private void object(Object object, ClassLoader loader) throws IllegalAccessException {
        List<Field> fields = fields(object.getClass(), loader);
        List<Variable> own = new ArrayList<Variable>();
        List<Content> parts = new ArrayList<Content>();
        for (Field field : fields) {
            Object value = field.get(object);
            if (!Modifier.isFinal(field.getModifiers())) {
                own.add(new Variable(object, field, value));
            }
            Content content = Content.of(value);
            if (content != null) {
                parts.add(content);
            } else if (isTable(value)) {
                return;
            }
        }
        variables.addAll(own);
        contents.addAll(parts);
        for (Field field : fields) {
            lookInto(field.get(object), loader);
        }
    }

    /** Whether it is a container whose content is not put back. */
    private static boolean isTable(Object value) {
        return value != null && value.getClass().isArray() ? Array.getLength(value) > 0
            : value instanceof Collection || value instanceof Map;
    }

    /** The instance fields of a class of the class path, if they are all of its state. */
    private List<Field> fields(Class<?> type, ClassLoader loader) {
        List<Field> known = fields.get(type);
        if (known == null) {
            known = new ArrayList<Field>();
            Class<?> each = type;
            for (; each.getClassLoader() == loader; each = each.getSuperclass()) {
                addFields(each, known);
            }
            if (!STATELESS.contains(each.getName())) {
                known.clear();
            }
            fields.put(type, known);
        }
        return known;
    }

    private static void addFields(Class<?> type, List<Field> known) {
        for (Field field : type.getDeclaredFields()) {
            boolean isConstant = Modifier.isFinal(field.getModifiers()) && field.getType().isPrimitive();
            if (!Modifier.isStatic(field.getModifiers()) && !isConstant) {
                field.setAccessible(true);
                known.add(field);
            }
        }
    }
}

package testudo.verify;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Describes the static fields whose values changed after the initialisation of their classes. */
final class Leftovers {
    /** Maximum length of the description of a value, in characters. */
    private static final int MAX_DESCRIPTION = 100;

    /** Loads separate copies of the classes under test. No test uses these copies. */
    private final ClassLoader untouchedLoader;

    /** Descriptions of the values of static fields after initialisation, by class and field. */
    private final Map<String, Map<String, String>> initialByClass = new HashMap<>();

    Leftovers(ClassLoader untouchedLoader) {
        this.untouchedLoader = untouchedLoader;
    }

    /**
     * Returns the changed static fields of some classes with their values. The result is the same text for
     * tests that leave the same changes.
     */
    String describe(List<Class<?>> classes) {
        List<String> changes = new ArrayList<>();
        for (Class<?> type : classes) {
            try {
                Map<String, String> changed = values(type);
                changed.entrySet().removeAll(initialValues(type.getName()).entrySet());
                for (Map.Entry<String, String> field : changed.entrySet()) {
                    changes.add(type.getName() + "." + field.getKey() + "=" + field.getValue());
                }
            } catch (Throwable e) {
                // A class that cannot be initialised or linked cannot be used by another test.
                changes.add(type.getName());
            }
        }
        Collections.sort(changes);
        return String.join(";", changes);
    }

    private Map<String, String> initialValues(String name) throws Throwable {
        Map<String, String> values = initialByClass.get(name);
        if (values == null) {
            values = values(Class.forName(name, true, untouchedLoader));
            initialByClass.put(name, values);
        }
        return values;
    }

    private static Map<String, String> values(Class<?> type) throws IllegalAccessException {
        Map<String, String> values = new HashMap<>();
        for (Field field : type.getDeclaredFields()) {
            if (canChange(field)) {
                field.setAccessible(true);
                String text = describe(field.get(null)).replaceAll("[\\t\\r\\n]", " ");
                values.put(field.getName(), text.substring(0, Math.min(text.length(), MAX_DESCRIPTION)));
            }
        }
        return values;
    }

    /** Returns whether a field is static and its value, or the content of its object, can change. */
    private static boolean canChange(Field field) {
        boolean isFixed = Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        return Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !isFixed;
    }

    /** Describes a value without running code under test. */
    private static String describe(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        Class<?> type = value.getClass();
        boolean isOfJdk = type.getClassLoader() == null;
        if (value instanceof Number && isOfJdk) {
            boolean isBoxed = type.getPackage() == Integer.class.getPackage();
            return isBoxed || value instanceof AtomicInteger || value instanceof AtomicLong
                    ? value.toString()
                    : type.getName();
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        if (type.isArray()) {
            return type.getComponentType().getName() + Array.getLength(value);
        }
        if (isOfJdk && value instanceof Collection) {
            return type.getName() + ((Collection<?>) value).size();
        }
        if (isOfJdk && value instanceof Map) {
            return type.getName() + ((Map<?, ?>) value).size();
        }
        // The class names of lambdas end in numbers that differ from run to run.
        return type.getName().replaceAll("\\$\\$Lambda.*", "");
    }
}

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

/** What static fields hold that they do not hold where their classes were only initialised. */
final class Leftovers {
    /** The longest text of a field that is told. */
    private static final int LONGEST = 100;

    /** Has classes that nobody uses. */
    private final ClassLoader untouched;

    private final Map<String, Map<String, String>> known = new HashMap<>();

    Leftovers(ClassLoader untouched) {
        this.untouched = untouched;
    }

    /** The fields of some classes that hold something else, each with what that is, in words: alike for tests that leave the same. */
    String of(List<Class<?>> classes) {
        List<String> left = new ArrayList<>();
        for (Class<?> type : classes) {
            try {
                Map<String, String> now = held(type);
                now.entrySet().removeAll(untouched(type.getName()).entrySet());
                for (Map.Entry<String, String> field : now.entrySet()) {
                    left.add(type.getName() + "." + field.getKey() + "=" + field.getValue());
                }
            } catch (Throwable refused) {
                continue; // A class that cannot be initialised, or is asked for what is missing, holds nothing.
            }
        }
        Collections.sort(left);
        return String.join(";", left);
    }

    private Map<String, String> untouched(String name) throws Throwable {
        Map<String, String> held = known.get(name);
        if (held == null) {
            held = held(Class.forName(name, true, untouched));
            known.put(name, held);
        }
        return held;
    }

    private static Map<String, String> held(Class<?> type) throws IllegalAccessException {
        Map<String, String> held = new HashMap<>();
        for (Field field : type.getDeclaredFields()) {
            if (mayChange(field)) {
                field.setAccessible(true);
                String text = text(field.get(null)).replaceAll("[\\t\\r\\n]", " ");
                held.put(field.getName(), text.substring(0, Math.min(text.length(), LONGEST)));
            }
        }
        return held;
    }

    /** Whether it is static and can hold another value, or its object other ones. */
    private static boolean mayChange(Field field) {
        boolean isFixed = Modifier.isFinal(field.getModifiers())
                && (field.getType().isPrimitive() || field.getType() == String.class);
        return Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !isFixed;
    }

    /** What can be told without running code under test. */
    private static String text(Object value) {
        if (value == null || value instanceof String || value instanceof Boolean || value instanceof Character) {
            return String.valueOf(value);
        }
        Class<?> type = value.getClass();
        boolean isOfJdk = type.getClassLoader() == null;
        if (value instanceof Number && isOfJdk) {
            boolean isPlain = type.getPackage() == Integer.class.getPackage();
            return isPlain || value instanceof AtomicInteger || value instanceof AtomicLong
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
        // Those of lambdas have numbers behind.
        return type.getName().replaceAll("\\$\\$Lambda.*", "");
    }
}

package hostile;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Calls the methods of the runner and sets its fields, by reflection. */
public class TampersWithRunner {
    /**
     * Names of classes, relative to the package of the runner. The test
     * `the_names_in_tampers_with_runner_are_classes_of_the_runner` checks that these classes exist.
     */
    private static final String[] NAMES = {
        "sandbox.Budget", "probe.Probe", "probe.Trace", "sandbox.Exit", "state.Statics", "sandbox.Clock", "probe.Mutants",
        "probe.ThrowProbe", "probe.Infections", "distance.StringProbes", "probe.Hints", "distance.HintProbes", "Interpreter",
        "TestRunner", "BatchRunner", "MutantRunner", "Main", "loader.SubjectLoader", "loader.ParentChannel", "message.Progress",
        "sandbox.Environment", "observation.OutcomeWriter",
    };

    public static String ordinaryRank(int points) {
        if (points >= 1000) {
            return "master";
        }
        return points >= 100 ? "player" : "beginner";
    }

    public static int fields() throws ClassNotFoundException {
        int changed = 0;
        for (String name : NAMES) {
            changed += fields(name);
        }
        return changed;
    }

    public static int methods() throws ClassNotFoundException {
        int called = 0;
        for (String name : NAMES) {
            called += methods(name);
        }
        return called;
    }

    public static boolean endless() throws ReflectiveOperationException {
        Class.forName("testudo.runner.sandbox.Budget").getMethod("reset", long.class, long.class)
            .invoke(null, Long.MAX_VALUE, Long.MAX_VALUE);
        long count = 0;
        while (count >= 0) {
            count++;
        }
        return true;
    }

    private static int fields(String name) throws ClassNotFoundException {
        int changed = 0;
        for (Field field : Class.forName("testudo.runner." + name).getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && open(field)) {
                changed += set(field) ? 1 : 0;
            }
        }
        return changed;
    }

    private static boolean set(Field field) {
        try {
            if (field.getType() == long.class) {
                field.setLong(null, -1);
            } else if (field.getType() == int.class) {
                field.setInt(null, 7);
            } else if (field.getType() == boolean.class) {
                field.setBoolean(null, true);
            } else {
                field.set(null, null);
            }
            return true;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    private static int methods(String name) throws ClassNotFoundException {
        int called = 0;
        for (Method method : Class.forName("testudo.runner." + name).getDeclaredMethods()) {
            boolean isPlain = Modifier.isStatic(method.getModifiers()) && method.getParameterTypes().length == 0;
            called += isPlain && open(method) && call(method) ? 1 : 0;
        }
        return called;
    }

    private static boolean call(Method method) {
        try {
            method.invoke(null);
            return true;
        } catch (IllegalAccessException e) {
            return false;
        } catch (InvocationTargetException e) {
            return false;
        }
    }

    private static boolean open(AccessibleObject member) {
        try {
            member.setAccessible(true);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }
}

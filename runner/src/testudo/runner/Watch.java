package testudo.runner;

import java.lang.reflect.Field;

/** What of the calls of a method or constructor is watched. */
final class Watch {
    /** What {@link Probe#called} is while it is called. */
    final int family;
    /** Whether facets are told of what goes in and what comes out. */
    final boolean values;
    /** Kinds of the facets of the arguments: see {@link Facets}. */
    int[] parameters;
    /** Kind of the facet of the result. */
    int result;
    /** The fields of the result that are told of, null where there is no such field. */
    Field[] observers;

    private final String[] classes;
    private final String[] names;

    private Watch(int family, In in) {
        this.family = family;
        values = in.u8() != 0;
        int count = in.count();
        classes = new String[count];
        names = new String[count];
        for (int i = 0; i < count; i++) {
            classes[i] = in.utf16();
            names[i] = in.utf16();
        }
    }

    /** What of a member is watched, or null if nothing is. */
    static Watch read(In in) {
        int family = in.varint() - 1;
        return family < 0 ? null : new Watch(family, in);
    }

    /** Looks at the types of what goes in and comes out. */
    void find(Class<?>[] types, Class<?> returned, ClassLoader loader) {
        parameters = new int[types.length];
        for (int i = 0; i < types.length; i++) {
            parameters[i] = Facets.kind(types[i]);
        }
        result = Facets.kind(returned);
        observers = new Field[names.length];
        for (int i = 0; i < names.length; i++) {
            observers[i] = field(classes[i], names[i], loader);
        }
    }

    private static Field field(String type, String name, ClassLoader loader) {
        try {
            Field field = Class.forName(type, false, loader).getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // Then nothing is known of its values.
            return null;
        }
    }
}

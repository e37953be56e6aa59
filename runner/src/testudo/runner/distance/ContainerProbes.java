package testudo.runner.distance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/**
 * Records how close a query on a collection or map (such as {@code contains}) came to returning true.
 * {@link StringProbes} explains what the probes record. Only containers whose iteration runs no code under
 * test are inspected. At most {@link Distance#MAX_ELEMENTS} elements of a container are inspected.
 */
public final class ContainerProbes {
    /**
     * Classes of {@code java.util} whose iteration runs only code of the JDK. They do not wrap containers of
     * arbitrary classes, and their iteration does not compare elements.
     */
    private static final Set<String> INSPECTED_CLASSES = new HashSet<String>(Arrays.asList(
        "ArrayList", "LinkedList", "Vector", "Stack", "ArrayDeque", "PriorityQueue", "Arrays$ArrayList",
        "HashSet", "LinkedHashSet", "RegularEnumSet", "JumboEnumSet",
        "HashMap", "LinkedHashMap", "TreeMap", "Hashtable", "Properties", "IdentityHashMap", "EnumMap",
        "HashMap$KeySet", "HashMap$Values", "LinkedHashMap$LinkedKeySet", "LinkedHashMap$LinkedValues",
        "Collections$EmptyList", "Collections$EmptySet", "Collections$EmptyMap",
        "Collections$SingletonList", "Collections$SingletonSet", "Collections$SingletonMap",
        "ImmutableCollections$List12", "ImmutableCollections$ListN", "ImmutableCollections$Set12",
        "ImmutableCollections$SetN", "ImmutableCollections$Map1", "ImmutableCollections$MapN"));

    private static final String PACKAGE = "java.util.";

    private ContainerProbes() {}

    /** Returns whether an object is a container of a class in {@link #INSPECTED_CLASSES}. */
    static boolean isContainer(Object object) {
        // The check for strings comes first, because most of the objects are strings. A check for an
        // interface takes long if the class does not implement the interface.
        if (object instanceof String || !(object instanceof Collection || object instanceof Map)) {
            return false;
        }
        String name = object.getClass().getName();
        return name.startsWith(PACKAGE) && INSPECTED_CLASSES.contains(name.substring(PACKAGE.length()));
    }

    /** Called before {@code a.contains(b)}, {@code a.indexOf(b)} and {@code a.containsKey(b)}. */
    public static void contains(Object a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes) && b != null && isContainer(a)) {
            record(elements(a), b, yes);
        }
    }

    /** Called before {@code a.containsValue(b)}. */
    public static void containsValue(Object a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes) && b != null && a instanceof Map && isContainer(a)) {
            record(firstElements(((Map<?, ?>) a).values()), b, yes);
        }
    }

    /** Called before {@code a.containsAll(b)}. */
    public static void containsAll(Object a, Object b, int yes, int no) {
        if (!Trace.isCovered(yes) && isContainer(a) && isContainer(b)) {
            StringProbes.record(distanceToAll(elements(b), elements(a)), yes);
        }
    }

    /** Called before {@code a.isEmpty()}. */
    public static void isEmpty(Object a, int yes, int no) {
        if (!Trace.isCovered(yes) && isContainer(a)) {
            StringProbes.record(a instanceof Map ? ((Map<?, ?>) a).size() : ((Collection<?>) a).size(), yes);
        }
    }

    /**
     * Records how close {@code a.equals(b)} is to returning true. {@code a} must be an inspected container:
     * see {@link #isContainer}.
     */
    static void equal(Object a, Object b, int yes) {
        if (isContainer(b)) {
            if (a instanceof List && b instanceof List) {
                ValueProbes.equalArrays(elements(a), elements(b), yes);
            } else if (a instanceof Set && b instanceof Set || a instanceof Map && b instanceof Map) {
                double missing = distanceToAll(elements(a), elements(b));
                double additional = distanceToAll(elements(b), elements(a));
                StringProbes.record(missing + additional, yes);
            }
        }
    }

    /**
     * Returns the first elements of a collection or the first keys of a map. Returns an empty array if the
     * container has more than {@link Distance#MAX_ELEMENTS} elements and is not a list.
     */
    static Object[] elements(Object container) {
        return firstElements(
            container instanceof Map ? ((Map<?, ?>) container).keySet() : (Collection<?>) container);
    }

    /**
     * Returns the first elements of a collection. Returns an empty array if the collection has more than
     * {@link Distance#MAX_ELEMENTS} elements and is not a list.
     */
    private static Object[] firstElements(Collection<?> values) {
        List<Object> elements = new ArrayList<Object>();
        if (values.size() > Distance.MAX_ELEMENTS && !(values instanceof List)) {
            // The order of a set can differ between runs, so its first elements can differ, too.
            return new Object[0];
        }
        try {
            for (Iterator<?> it = values.iterator(); it.hasNext() && elements.size() < Distance.MAX_ELEMENTS; ) {
                elements.add(it.next());
            }
        } catch (RuntimeException e) {
            // Another thread changed the container during the iteration.
        }
        return elements.toArray();
    }

    /**
     * Records the distance between a wanted value and the nearest element. Also records hints if hints are
     * requested.
     */
    private static void record(Object[] elements, Object wanted, int yes) {
        double least = leastDistance(elements, wanted);
        StringProbes.record(least, yes);
        if (Hints.areRequested && least > 0) {
            recordHints(elements, wanted, yes);
        }
    }

    /** Returns the distance between a value and the nearest element. */
    private static double leastDistance(Object[] elements, Object value) {
        double least = Double.POSITIVE_INFINITY;
        for (Object element : elements) {
            least = Math.min(least, Distance.ofValues(value, element));
        }
        return least;
    }

    /**
     * Returns the sum of the normalised distances between each wanted value and its nearest element. The
     * distances are sorted, because the order of a set must not change the rounding of the sum.
     */
    private static double distanceToAll(Object[] wanted, Object[] elements) {
        double[] distances = new double[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            distances[i] = Distance.normalised(leastDistance(elements, wanted[i]));
        }
        Arrays.sort(distances);
        double sum = 0;
        for (double distance : distances) {
            sum += distance;
        }
        return sum;
    }

    /**
     * Records hints that propose elements in place of the value: some strings for a string, or the nearest
     * elements for another value.
     */
    private static void recordHints(Object[] elements, Object value, int yes) {
        if (value instanceof String) {
            Hints.wantOneOf((String) value, strings(elements), yes);
            return;
        }
        double least = leastDistance(elements, value);
        // The elements are sorted, because the order of some sets differs between runs. Each class for which
        // a distance is defined has a natural order.
        Set<Object> closest = new TreeSet<Object>();
        for (Object element : elements) {
            if (Distance.areSameKind(value, element) && Distance.ofValues(value, element) == least) {
                closest.add(element);
            }
        }
        for (Object element : closest) {
            ValueProbes.recordHints(value, element, yes);
        }
    }

    /** Returns the strings among the elements, sorted and without duplicates. */
    static List<String> strings(Object[] elements) {
        Set<String> strings = new TreeSet<String>();
        for (Object element : elements) {
            if (element instanceof String) {
                strings.add((String) element);
            }
        }
        return new ArrayList<String>(strings);
    }
}

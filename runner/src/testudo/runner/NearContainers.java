package testudo.runner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * How near questions to collections and maps came to being answered yes; see {@link Near}. Only containers whose own code
 * is all that runs when one goes through them are looked into, and only so many of their elements; elements count where
 * they are {@linkplain Difference#values values}.
 */
public final class NearContainers {
    /** Those of {@code java.util} that hold what is in them themselves, and compare nothing when one goes through them. */
    private static final Set<String> PLAIN = new HashSet<String>(Arrays.asList(
        "ArrayList", "LinkedList", "Vector", "Stack", "ArrayDeque", "PriorityQueue", "Arrays$ArrayList",
        "HashSet", "LinkedHashSet", "RegularEnumSet", "JumboEnumSet",
        "HashMap", "LinkedHashMap", "TreeMap", "Hashtable", "Properties", "IdentityHashMap", "EnumMap",
        "HashMap$KeySet", "HashMap$Values", "LinkedHashMap$LinkedKeySet", "LinkedHashMap$LinkedValues",
        "Collections$EmptyList", "Collections$EmptySet", "Collections$EmptyMap",
        "Collections$SingletonList", "Collections$SingletonSet", "Collections$SingletonMap",
        "ImmutableCollections$List12", "ImmutableCollections$ListN", "ImmutableCollections$Set12",
        "ImmutableCollections$SetN", "ImmutableCollections$Map1", "ImmutableCollections$MapN"));

    private static final String PACKAGE = "java.util.";

    private NearContainers() {}

    /** Whether an object is one to look into. */
    static boolean isContainer(Object object) {
        // Texts are what is compared most, and to learn that a class does not have an interface takes long.
        if (object instanceof String || !(object instanceof Collection || object instanceof Map)) {
            return false;
        }
        String name = object.getClass().getName();
        return name.startsWith(PACKAGE) && PLAIN.contains(name.substring(PACKAGE.length()));
    }

    /** Before {@code a.contains(b)}, {@code a.indexOf(b)} and {@code a.containsKey(b)}. */
    public static void contains(Object a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes) && b != null && isContainer(a)) {
            see(elements(a), b, yes);
        }
    }

    /** Before {@code a.containsValue(b)}. */
    public static void containsValue(Object a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes) && b != null && a instanceof Map && isContainer(a)) {
            see(some(((Map<?, ?>) a).values()), b, yes);
        }
    }

    /** Before {@code a.containsAll(b)}. */
    public static void containsAll(Object a, Object b, int yes, int no) {
        if (!Probe.isCovered(yes) && isContainer(a) && isContainer(b)) {
            Near.see(missing(elements(b), elements(a)), yes);
        }
    }

    /** Before {@code a.isEmpty()}. */
    public static void isEmpty(Object a, int yes, int no) {
        if (!Probe.isCovered(yes) && isContainer(a)) {
            Near.see(a instanceof Map ? ((Map<?, ?>) a).size() : ((Collection<?>) a).size(), yes);
        }
    }

    /** Before {@code a.equals(b)}, where {@code a} is to be looked into. */
    static void equal(Object a, Object b, int yes) {
        if (isContainer(b)) {
            if (a instanceof List && b instanceof List) {
                NearValues.equalArrays(elements(a), elements(b), yes);
            } else if (a instanceof Set && b instanceof Set || a instanceof Map && b instanceof Map) {
                Near.see(missing(elements(a), elements(b)) + missing(elements(b), elements(a)), yes);
            }
        }
    }

    /** The elements of a collection or the keys of a map; none of large ones without an order. */
    static Object[] elements(Object container) {
        return some(container instanceof Map ? ((Map<?, ?>) container).keySet() : (Collection<?>) container);
    }

    private static Object[] some(Collection<?> all) {
        List<Object> some = new ArrayList<Object>();
        if (all.size() > Difference.ELEMENTS && !(all instanceof List)) {
            // Which ones of a set come first may change from run to run.
            return new Object[0];
        }
        try {
            for (Iterator<?> it = all.iterator(); it.hasNext() && some.size() < Difference.ELEMENTS; ) {
                some.add(it.next());
            }
        } catch (RuntimeException e) {
            // Another thread changes it.
        }
        return some.toArray();
    }

    private static void see(Object[] elements, Object wanted, int yes) {
        double least = nearest(elements, wanted);
        Near.see(least, yes);
        if (Hints.asked && least > 0) {
            hint(elements, wanted, yes);
        }
    }

    /** The least difference of a value and an element. */
    private static double nearest(Object[] elements, Object value) {
        double least = Double.POSITIVE_INFINITY;
        for (Object element : elements) {
            least = Math.min(least, Difference.values(value, element));
        }
        return least;
    }

    /** How far the second are from having all the first. The order of sets must not change the sum. */
    private static double missing(Object[] wanted, Object[] elements) {
        double[] differences = new double[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            differences[i] = Difference.normalised(nearest(elements, wanted[i]));
        }
        Arrays.sort(differences);
        double sum = 0;
        for (double difference : differences) {
            sum += difference;
        }
        return sum;
    }

    /** Names elements that a value could be instead: some texts, the numbers next to it. */
    private static void hint(Object[] elements, Object value, int yes) {
        if (value instanceof String) {
            Hints.wantOneOf((String) value, texts(elements), yes);
            return;
        }
        double least = nearest(elements, value);
        // Some sets have another order in every run; those of one kind, all of the JDK, know their own.
        Set<Object> next = new TreeSet<Object>();
        for (Object element : elements) {
            if (Difference.areOfOneKind(value, element) && Difference.values(value, element) == least) {
                next.add(element);
            }
        }
        for (Object element : next) {
            NearValues.hint(value, element, yes);
        }
    }

    /** The texts among some objects, in an order that is the same in every run. */
    static List<String> texts(Object[] elements) {
        Set<String> texts = new TreeSet<String>();
        for (Object element : elements) {
            if (element instanceof String) {
                texts.add((String) element);
            }
        }
        return new ArrayList<String>(texts);
    }
}

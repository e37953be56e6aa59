package testudo.runner.distance;

import java.text.DecimalFormat;
import java.text.Format;
import java.text.SimpleDateFormat;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import testudo.runner.message.Protocol;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/**
 * Records {@linkplain Hints hints} for calls of JDK methods such as {@code Integer.parseInt}, even if no jump
 * tests the result of the call. Instrumented code calls a probe before such a call, with copies of the
 * operands. The probes do nothing if no hints are requested.
 */
public final class HintProbes {
    private HintProbes() {}

    /**
     * Called before the JDK parses a string. {@code format} is the number of the format that the string must
     * have. The instrumentation and the parent process use the same numbers.
     */
    public static void parse(Object text, int format) {
        if (Hints.areRequested) {
            String string = StringProbes.stringOf(text);
            if (string != null) {
                Hints.parse(string, format);
            }
        }
    }

    /** Called before {@code receiver.applyPattern(text)} and similar calls: see {@link #parse(Object, int)}. */
    public static void parse(Object receiver, String text, int format) {
        parse(text, format);
    }

    /**
     * Called before {@code pattern.matcher(text)}. Later, the code can match the whole text or search in the
     * text. The probe records a hint for each of these two cases.
     */
    public static void matcher(Object pattern, Object text) {
        if (Hints.areRequested && pattern != null) {
            match(((Pattern) pattern).pattern(), ((Pattern) pattern).flags(), StringProbes.stringOf(text));
        }
    }

    /** Called before {@code text.matches(expression)} and similar calls. */
    public static void match(String text, String expression) {
        if (Hints.areRequested && expression != null) {
            match(expression, 0, text);
        }
    }

    /** Called before {@code Pattern.matches(expression, text)}. */
    public static void match(String expression, Object text) {
        match(StringProbes.stringOf(text), expression);
    }

    private static void match(String expression, int flags, String text) {
        if (text != null) {
            Hints.match(text, Protocol.Requirement.MATCH, expression, flags);
            Hints.match(text, Protocol.Requirement.FIND, expression, flags);
        }
    }

    /** Called before {@code format.parse(text)} if the format is a {@code java.text.DateFormat}. */
    public static void date(Object format, String text) {
        boolean isKnown = format != null && format.getClass() == SimpleDateFormat.class;
        if (Hints.areRequested && text != null && isKnown) {
            Hints.date(text, ((SimpleDateFormat) format).toPattern());
        }
    }

    /** Called before {@code format.parse(text)} if the format is a {@code java.text.NumberFormat}. */
    public static void number(Object format, String text) {
        boolean isKnown = format != null && format.getClass() == DecimalFormat.class;
        if (Hints.areRequested && text != null && isKnown) {
            Hints.oneOf(text, formatAll((DecimalFormat) format, 42.0, -3.5, 1000.0));
        }
    }

    /** Called before {@code format.parse(text)} if the format is a {@code DateTimeFormatter}. */
    public static void time(Object format, Object text) {
        String string = Hints.areRequested ? StringProbes.stringOf(text) : null;
        if (string != null && format != null) {
            Hints.oneOf(string, formatExampleTimes((DateTimeFormatter) format));
        }
    }

    /** Called before {@code LocalDate.parse(text, format)} and similar calls. */
    public static void timeBy(Object text, Object format) {
        time(format, text);
    }

    /** Returns strings that a formatter can parse: example times such as a leap day and the end of a year. */
    private static List<String> formatExampleTimes(DateTimeFormatter format) {
        return formatAll(
            format.toFormat(),
            ZonedDateTime.of(2000, 2, 29, 0, 0, 0, 0, ZoneOffset.UTC),
            ZonedDateTime.of(2024, 7, 4, 9, 5, 30, 0, ZoneOffset.UTC),
            ZonedDateTime.of(1999, 12, 31, 23, 59, 59, 999_999_999, ZoneOffset.ofHours(2)));
    }

    /**
     * Returns strings that a format can parse: the formatted values. Omits values that it cannot format, for
     * example because a value lacks a field that the format needs.
     */
    private static List<String> formatAll(Format format, Object... values) {
        List<String> texts = new ArrayList<String>();
        for (Object value : values) {
            try {
                texts.add(format.format(value));
            } catch (RuntimeException e) {
                // The format cannot format this value.
            }
        }
        return texts;
    }

    /** Called before {@code Type.valueOf(name)}. The type is not necessarily an enum. */
    public static void constant(String name, Object type) {
        constant(type, name);
    }

    /** Called before {@code Enum.valueOf(type, name)}. */
    public static void constant(Object type, String name) {
        if (Hints.areRequested && type != null && name != null && ((Class<?>) type).isEnum()) {
            List<String> names = new ArrayList<String>();
            for (Object constant : constants((Class<?>) type)) {
                names.add(((Enum<?>) constant).name());
            }
            Hints.oneOf(name, names);
        }
    }

    /**
     * Returns the constants of an enum. Returns an empty array while the enum is being initialised, or if its
     * initialisation failed.
     */
    private static Object[] constants(Class<?> type) {
        try {
            Object[] constants = type.getEnumConstants();
            return constants == null ? new Object[0] : constants;
        } catch (LinkageError e) {
            return new Object[0];
        }
    }

    /** Called before {@code type.getDeclaredField(name)} and similar calls. */
    public static void field(Object type, String name) {
        if (Hints.areRequested && type != null && name != null) {
            try {
                recordNames(name, ((Class<?>) type).getDeclaredFields());
            } catch (LinkageError e) {
                // The class that is the type of a field is missing.
            }
        }
    }

    /** Called before {@code type.getDeclaredMethod(name, ...)} and similar calls. */
    public static void method(Object type, String name) {
        if (Hints.areRequested && type != null && name != null) {
            try {
                recordNames(name, ((Class<?>) type).getDeclaredMethods());
            } catch (LinkageError e) {
                // A class in the signature of a method is missing.
            }
        }
    }

    /**
     * Records that {@code name} should be the name of a member, unless a member already has this name. The
     * names are sorted, because reflection returns the members in an order that differs between runs.
     */
    private static void recordNames(String name, java.lang.reflect.Member[] members) {
        Set<String> names = new TreeSet<String>();
        for (java.lang.reflect.Member member : members) {
            names.add(member.getName());
        }
        if (!names.isEmpty() && !names.contains(name)) {
            Hints.oneOf(name, new ArrayList<String>(names));
        }
    }

    /** Called before {@code map.get(key)} and similar calls. */
    public static void key(Object map, Object key) {
        if (Hints.areRequested && key instanceof String && ContainerProbes.isContainer(map)) {
            List<String> keys = ContainerProbes.strings(ContainerProbes.elements(map));
            if (!keys.contains(key)) {
                Hints.oneOf((String) key, keys);
            }
        }
    }

    /** Called before {@code a.equals(b)}. */
    public static void equal(String a, Object b) {
        if (Hints.areRequested && a != null && b instanceof String && !a.equals(b)) {
            Hints.compare(a, Protocol.Requirement.EQUAL, (String) b);
            Hints.compare((String) b, Protocol.Requirement.EQUAL, a);
        }
    }

    /** Called before {@code a.equalsIgnoreCase(b)}. */
    public static void equalIgnoringCase(String a, String b) {
        if (Hints.areRequested && a != null && b != null && !a.equalsIgnoreCase(b)) {
            Hints.compare(a, Protocol.Requirement.EQUAL_IGNORING_CASE, b);
            Hints.compare(b, Protocol.Requirement.EQUAL_IGNORING_CASE, a);
        }
    }

    /** Called before {@code a.startsWith(b)}. */
    public static void startsWith(String a, String b) {
        if (Hints.areRequested && a != null && b != null && !a.startsWith(b)) {
            Hints.compare(a, Protocol.Requirement.PREFIX, b);
        }
    }

    /** Called before {@code a.endsWith(b)}. */
    public static void endsWith(String a, String b) {
        if (Hints.areRequested && a != null && b != null && !a.endsWith(b)) {
            Hints.compare(a, Protocol.Requirement.SUFFIX, b);
        }
    }

    /** Called before {@code a.contains(b)} and {@code a.indexOf(b)}. */
    public static void contains(String a, Object b) {
        String part = Hints.areRequested && a != null ? StringProbes.stringOf(b) : null;
        if (part != null && !a.contains(part)) {
            Hints.compare(a, Protocol.Requirement.SUBSTRING, part);
        }
    }

    /**
     * Called before {@code text.hashCode()} in a switch on strings. {@code first} is the id of the first
     * branch of the switch. The other branches have the following ids. For each case, the table contains the
     * id of the branch minus {@code first}, the length of the string, and the string. A space follows each of
     * these three parts.
     */
    public static void select(String text, String table, int first) {
        if (!Hints.areRequested || text == null) {
            return;
        }
        List<String> cases = new ArrayList<String>();
        List<Integer> branches = new ArrayList<Integer>();
        int position = 0;
        while (position < table.length()) {
            int branchEnd = table.indexOf(' ', position);
            int lengthEnd = table.indexOf(' ', branchEnd + 1);
            int branch = first + Integer.parseInt(table.substring(position, branchEnd));
            position = lengthEnd + 1 + Integer.parseInt(table.substring(branchEnd + 1, lengthEnd));
            if (!Trace.isCovered(branch)) {
                cases.add(table.substring(lengthEnd + 1, position));
                branches.add(branch);
            }
            position++;
        }
        for (int i = 0; i < Math.min(Hints.MAX_WANTED_VALUES, cases.size()); i++) {
            int index = Hints.rotate(i, cases.size());
            Hints.key(text, cases.get(index), branches.get(index));
        }
    }
}

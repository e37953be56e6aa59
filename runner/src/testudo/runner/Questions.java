package testudo.runner;

import java.text.SimpleDateFormat;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What calls ask of their operands, for {@link Hints} alone: instrumented code calls these with copies of the operands
 * before it makes the call, whether or not its result is looked at. Nothing is done where nobody asks for hints.
 */
public final class Questions {
    private Questions() {}

    /** A text is parsed; the formats are numbers of the protocol. */
    public static void parse(Object text, int format) {
        if (Hints.asked) {
            String known = Near.text(text);
            if (known != null) {
                Hints.parse(known, format);
            }
        }
    }

    /** {@code pattern.matcher(text)}: what is asked of the matcher is not known yet. */
    public static void matcher(Object pattern, Object text) {
        if (Hints.asked && pattern != null) {
            match(((Pattern) pattern).pattern(), ((Pattern) pattern).flags(), Near.text(text));
        }
    }

    /** {@code text.matches(expression)} and the like. */
    public static void match(String text, String expression) {
        if (Hints.asked && expression != null) {
            match(expression, 0, text);
        }
    }

    /** {@code Pattern.matches(expression, text)}. */
    public static void match(String expression, Object text) {
        match(Near.text(text), expression);
    }

    private static void match(String expression, int flags, String text) {
        if (text != null) {
            Hints.match(text, Protocol.Wanted.MATCH, expression, flags);
            Hints.match(text, Protocol.Wanted.FIND, expression, flags);
        }
    }

    /** {@code format.parse(text)}. */
    public static void date(Object format, String text) {
        if (Hints.asked && text != null && format != null && format.getClass() == SimpleDateFormat.class) {
            Hints.date(text, ((SimpleDateFormat) format).toPattern());
        }
    }

    /** {@code format.parse(text)} of a time. */
    public static void time(Object format, Object text) {
        String known = Hints.asked ? Near.text(text) : null;
        if (known != null && format != null) {
            Hints.oneOf(known, formatted((DateTimeFormatter) format));
        }
    }

    /** {@code LocalDate.parse(text, format)} and the like. */
    public static void timeBy(Object text, Object format) {
        time(format, text);
    }

    /** A formatter does not tell its pattern, but it makes texts that it would take: of a leap day, the end of a year. */
    private static List<String> formatted(DateTimeFormatter format) {
        ZonedDateTime[] times = {
            ZonedDateTime.of(2000, 2, 29, 0, 0, 0, 0, ZoneOffset.UTC),
            ZonedDateTime.of(2024, 7, 4, 9, 5, 30, 0, ZoneOffset.UTC),
            ZonedDateTime.of(1999, 12, 31, 23, 59, 59, 999_999_999, ZoneOffset.ofHours(2)),
        };
        List<String> texts = new ArrayList<String>();
        for (ZonedDateTime time : times) {
            try {
                texts.add(format.format(time));
            } catch (RuntimeException e) {
                // It shows what these times have not.
            }
        }
        return texts;
    }

    /** {@code Name.valueOf(name)}, where the type may be an enum. */
    public static void constant(String name, Object type) {
        constant(type, name);
    }

    /** {@code Enum.valueOf(type, name)}. */
    public static void constant(Object type, String name) {
        if (Hints.asked && type != null && name != null && ((Class<?>) type).isEnum()) {
            List<String> names = new ArrayList<String>();
            for (Object constant : constants((Class<?>) type)) {
                names.add(((Enum<?>) constant).name());
            }
            Hints.oneOf(name, names);
        }
    }

    /** The constants of an enum; none while it is being initialised, or where that fails. */
    private static Object[] constants(Class<?> type) {
        try {
            Object[] constants = type.getEnumConstants();
            return constants == null ? new Object[0] : constants;
        } catch (LinkageError e) {
            return new Object[0];
        }
    }

    /** {@code type.getDeclaredField(name)} and the like. */
    public static void field(Object type, String name) {
        if (Hints.asked && type != null && name != null) {
            try {
                other(name, ((Class<?>) type).getDeclaredFields());
            } catch (LinkageError e) {
                // A class that a field is of is missing.
            }
        }
    }

    /** {@code type.getDeclaredMethod(name, ...)} and the like. */
    public static void method(Object type, String name) {
        if (Hints.asked && type != null && name != null) {
            try {
                other(name, ((Class<?>) type).getDeclaredMethods());
            } catch (LinkageError e) {
                // A class that a method needs is missing.
            }
        }
    }

    /** The names are sorted: the order of reflection differs from run to run. */
    private static void other(String name, java.lang.reflect.Member[] members) {
        Set<String> names = new TreeSet<String>();
        for (java.lang.reflect.Member member : members) {
            names.add(member.getName());
        }
        if (!names.isEmpty() && !names.contains(name)) {
            Hints.oneOf(name, new ArrayList<String>(names));
        }
    }

    /** {@code map.get(key)} and the like. */
    public static void key(Object map, Object key) {
        if (Hints.asked && key instanceof String && NearContainers.isContainer(map)) {
            List<String> keys = NearContainers.texts(NearContainers.elements(map));
            if (!keys.contains(key)) {
                Hints.oneOf((String) key, keys);
            }
        }
    }

    /**
     * {@code text.hashCode()} of a switch on texts whose branches have the ids from {@code first} on. The table: for each
     * case the branch its hash leads to, counted from the first, its length and the text itself, with a blank after each.
     */
    public static void select(String text, String table, int first) {
        if (!Hints.asked || text == null) {
            return;
        }
        List<String> cases = new ArrayList<String>();
        List<Integer> branches = new ArrayList<Integer>();
        int at = 0;
        while (at < table.length()) {
            int branchEnd = table.indexOf(' ', at);
            int lengthEnd = table.indexOf(' ', branchEnd + 1);
            int branch = first + Integer.parseInt(table.substring(at, branchEnd));
            at = lengthEnd + 1 + Integer.parseInt(table.substring(branchEnd + 1, lengthEnd));
            if (!Probe.isCovered(branch)) {
                cases.add(table.substring(lengthEnd + 1, at));
                branches.add(branch);
            }
            at++;
        }
        for (int i = 0; i < Math.min(Hints.FEW, cases.size()); i++) {
            int some = Hints.turn(i, cases.size());
            Hints.key(text, cases.get(some), branches.get(some));
        }
    }
}

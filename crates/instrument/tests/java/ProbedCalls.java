import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import testudo.runner.probe.Hints;
import testudo.runner.probe.Trace;

/** Makes every kind of call that receives a probe, with many operands, and prints the results. */
public final class ProbedCalls {
    enum Colour { RED, GREEN }

    private static final String[] TEXTS = {
        null, "", "a", "A", "ab", "aB", "abc", "b", "secret", "Secrets", "\uD800", "\uDC00x", "\uD83D\uDE00", "12", "-3",
        "0x1F", "1e400", "2020-02-29", "PT1H", "RED", "true", "UTF-8", "java.lang.String", "[a-c]+", "(", "a{2,", "\u00DF",
        "%d", " ", repeat("ab", 200), repeat("a", 70)
    };
    private static final int[] INTS = {0, 1, -1, 2, 5, 'a', 'Z', '0', ' ', 0x1F600, 0xD800, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final int[] FEW_INTS = {0, 1, -1, 2, 400, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final Object[] OBJECTS = {
        null, "", "ab", new StringBuilder("ab"), new StringBuffer("abc"), 1, 2, 1L, 2L, 1.5, Double.NaN, -0.0, 0.0, 1f,
        (byte) 3, 'a', 'c', true, false, Colour.RED, Colour.GREEN, BigInteger.TEN, BigDecimal.ONE, new BigDecimal("1.00"),
        new BigDecimal("1E+999999999"), new Date(5), LocalDate.of(2020, 2, 29), LocalDate.MAX, LocalTime.NOON,
        LocalDateTime.of(2020, 1, 1, 1, 1), Instant.EPOCH, Instant.MAX, Duration.ZERO, new Counting(1), new Counting(2),
        new Object[0], new int[] {1}, ProbedCalls.class
    };
    private static final Object[] ARRAYS = {
        null, new int[0], new int[] {1, 2}, new int[] {1, 3}, new int[300], new long[] {1}, new double[] {Double.NaN},
        new double[] {1}, new char[] {'a'}, new char[] {'b'}, new boolean[] {true}, new byte[] {1}, new short[] {1},
        new float[] {1}, new Object[] {"a", null, 1}, new Object[] {"b", 2, null}, new Object[] {new Counting(1)}, new String[] {"a"}
    };

    /**
     * Number of calls of the methods of {@link Counting} and {@link CountingList}. Probes must not call these
     * methods, so the number must be the same with and without probes.
     */
    private static int countedCalls;

    public static void main(String[] args) {
        texts();
        objects();
        orders();
        characters();
        arrays();
        containers();
        patterns();
        parsers();
        members();
        System.out.println(countedCalls);
    }

    interface Call {
        Object execute(Object a, Object b) throws Throwable;
    }

    private static void call(String name, Object as, Object bs, Call call) {
        StringBuilder results = new StringBuilder(name).append(':');
        for (Object a : list(as)) {
            for (Object b : list(bs)) {
                // After these resets, probes report this call even if they reported an equal call earlier.
                Trace.reset();
                Hints.reset(Boolean.getBoolean("hints"), results.length());
                try {
                    results.append(' ').append(call.execute(a, b));
                } catch (Throwable e) {
                    results.append(" (").append(e).append(')');
                }
            }
        }
        System.out.println(results);
    }

    private static List<Object> list(Object array) {
        if (array == null) {
            return Collections.singletonList(null);
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
            list.add(java.lang.reflect.Array.get(array, i));
        }
        return list;
    }

    private static String repeat(String text, int times) {
        return String.join("", Collections.nCopies(times, text));
    }

    private static void texts() {
        call("equals", TEXTS, TEXTS, (a, b) -> ((String) a).equals(b) ? 1 : 2);
        call("equalsIgnoreCase", TEXTS, TEXTS, (a, b) -> ((String) a).equalsIgnoreCase((String) b) ? 1 : 2);
        call("contentEquals", TEXTS, OBJECTS, (a, b) -> ((String) a).contentEquals((CharSequence) b) ? 1 : 2);
        call("contentEquals", TEXTS, TEXTS, (a, b) -> ((String) a).contentEquals(new StringBuffer((String) b)) ? 1 : 2);
        call("startsWith", TEXTS, TEXTS, (a, b) -> ((String) a).startsWith((String) b) ? 1 : 2);
        call("endsWith", TEXTS, TEXTS, (a, b) -> ((String) a).endsWith((String) b) ? 1 : 2);
        call("contains", TEXTS, TEXTS, (a, b) -> ((String) a).contains((String) b) ? 1 : 2);
        call("contains", TEXTS, OBJECTS, (a, b) -> ((String) a).contains((CharSequence) b) ? 1 : 2);
        call("isEmpty", TEXTS, null, (a, b) -> ((String) a).isEmpty() ? 1 : 2);
        call("indexOf", TEXTS, TEXTS, (a, b) -> ((String) a).indexOf((String) b) >= 0 ? 1 : 2);
        call("indexOf", TEXTS, TEXTS, (a, b) -> ((String) a).indexOf((String) b) == -1 ? 1 : 2);
        call("indexOf", TEXTS, TEXTS, (a, b) -> ((String) a).indexOf((String) b) > 0 ? 1 : 2);
        call("indexOf", TEXTS, INTS, (a, b) -> ((String) a).indexOf((int) b) != -1 ? 1 : 2);
        call("lastIndexOf", TEXTS, TEXTS, (a, b) -> ((String) a).lastIndexOf((String) b) > -1 ? 1 : 2);
        call("lastIndexOf", TEXTS, INTS, (a, b) -> ((String) a).lastIndexOf((int) b) < 0 ? 1 : 2);
        for (int from : FEW_INTS) {
            call("startsWith", TEXTS, TEXTS, (a, b) -> ((String) a).startsWith((String) b, from) ? 1 : 2);
            call("indexOf", TEXTS, TEXTS, (a, b) -> ((String) a).indexOf((String) b, from) >= 0 ? 1 : 2);
            call("indexOf", TEXTS, INTS, (a, b) -> ((String) a).indexOf((int) b, from) <= -1 ? 1 : 2);
            call("lastIndexOf", TEXTS, TEXTS, (a, b) -> ((String) a).lastIndexOf((String) b, from) <= 0 ? 1 : 2);
            call("lastIndexOf", TEXTS, INTS, (a, b) -> ((String) a).lastIndexOf((int) b, from) == 0 ? 1 : 2);
            for (int length : FEW_INTS) {
                call("regionMatches", TEXTS, TEXTS, (a, b) ->
                    ((String) a).regionMatches(from, (String) b, 1, length) ? 1 : 2);
                call("regionMatches", TEXTS, TEXTS, (a, b) ->
                    ((String) a).regionMatches(true, from, (String) b, length, 1) ? 1 : 2);
            }
        }
        call("compareTo", TEXTS, TEXTS, (a, b) -> ((String) a).compareTo((String) b) == 0 ? 1 : 2);
        call("compareTo", TEXTS, TEXTS, (a, b) -> ((String) a).compareTo((String) b) < 0 ? 1 : 2);
        call("compareTo", TEXTS, TEXTS, (a, b) -> ((String) a).compareTo((String) b) > 0 ? 1 : 2);
        call("compareToIgnoreCase", TEXTS, TEXTS, (a, b) -> ((String) a).compareToIgnoreCase((String) b) != 0 ? 1 : 2);
        call("compareToIgnoreCase", TEXTS, TEXTS, (a, b) -> ((String) a).compareToIgnoreCase((String) b) >= 0 ? 1 : 2);
        call("switch", TEXTS, null, (a, b) -> select((String) a));
    }

    private static int select(String text) {
        switch (text) {
            case "secret":
                return 1;
            case "Aa":
            case "BB":
                return 2;
            case "\uD83D\uDE00":
                return 3;
            case "\uD800":
                return 4;
            case " 1 ":
                return 5;
            default:
                return 6;
        }
    }

    private static void objects() {
        call("equals", OBJECTS, OBJECTS, (a, b) -> a.equals(b) ? 1 : 2);
        call("Objects.equals", OBJECTS, OBJECTS, (a, b) -> Objects.equals(a, b) ? 1 : 2);
        call("Objects.deepEquals", OBJECTS, OBJECTS, (a, b) -> Objects.deepEquals(a, b) ? 1 : 2);
        call("Objects.deepEquals", ARRAYS, ARRAYS, (a, b) -> Objects.deepEquals(a, b) ? 1 : 2);
    }

    @SuppressWarnings("unchecked")
    private static void orders() {
        call("compareTo", OBJECTS, OBJECTS, (a, b) -> ((Comparable<Object>) a).compareTo(b) == 0 ? 1 : 2);
        call("compareTo", OBJECTS, OBJECTS, (a, b) -> ((Comparable<Object>) a).compareTo(b) < 0 ? 1 : 2);
        call("compareTo", OBJECTS, OBJECTS, (a, b) -> ((Comparable<Object>) a).compareTo(b) <= 0 ? 1 : 2);
        Double[] doubles = {0.0, -0.0, 1.5, Double.NaN, Double.MAX_VALUE, Double.NEGATIVE_INFINITY};
        Long[] longs = {0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE};
        call("Integer", INTS, INTS, (a, b) -> Integer.compare((int) a, (int) b) < 0 ? 1 : 2);
        call("Integer", INTS, INTS, (a, b) -> Integer.compare((int) a, (int) b) == 0 ? 1 : 2);
        call("Byte", INTS, INTS, (a, b) -> Byte.compare((byte) (int) a, (byte) (int) b) < 0 ? 1 : 2);
        call("Short", INTS, INTS, (a, b) -> Short.compare((short) (int) a, (short) (int) b) == 0 ? 1 : 2);
        call("Character", INTS, INTS, (a, b) -> Character.compare((char) (int) a, (char) (int) b) > 0 ? 1 : 2);
        call("Long", longs, longs, (a, b) -> Long.compare((long) a, (long) b) <= 0 ? 1 : 2);
        call("Long", longs, longs, (a, b) -> Long.compare((long) a, (long) b) != 0 ? 1 : 2);
        call("Double", doubles, doubles, (a, b) -> Double.compare((double) a, (double) b) < 0 ? 1 : 2);
        call("Double", doubles, doubles, (a, b) -> Double.compare((double) a, (double) b) == 0 ? 1 : 2);
        call("Float", doubles, doubles, (a, b) -> Float.compare((float) (double) a, (float) (double) b) > 0 ? 1 : 2);
        call("Float", doubles, doubles, (a, b) -> Float.compare((float) (double) a, (float) (double) b) == 0 ? 1 : 2);
        call("BigDecimal", null, null, (a, b) -> BigDecimal.ONE.compareTo(BigDecimal.TEN) < 0 ? 1 : 2);
        call("LocalDate", null, null, (a, b) -> LocalDate.MIN.compareTo(LocalDate.MAX) > 0 ? 1 : 2);
    }

    private static void characters() {
        call("isDigit", INTS, null, (a, b) -> Character.isDigit((int) a) ? 1 : 2);
        call("isLetter", INTS, null, (a, b) -> Character.isLetter((int) a) ? 1 : 2);
        call("isLetterOrDigit", INTS, null, (a, b) -> Character.isLetterOrDigit((int) a) ? 1 : 2);
        call("isAlphabetic", INTS, null, (a, b) -> Character.isAlphabetic((int) a) ? 1 : 2);
        call("isUpperCase", INTS, null, (a, b) -> Character.isUpperCase((int) a) ? 1 : 2);
        call("isLowerCase", INTS, null, (a, b) -> Character.isLowerCase((int) a) ? 1 : 2);
        call("isTitleCase", INTS, null, (a, b) -> Character.isTitleCase((int) a) ? 1 : 2);
        call("isWhitespace", INTS, null, (a, b) -> Character.isWhitespace((int) a) ? 1 : 2);
        call("isSpaceChar", INTS, null, (a, b) -> Character.isSpaceChar((int) a) ? 1 : 2);
        call("isISOControl", INTS, null, (a, b) -> Character.isISOControl((int) a) ? 1 : 2);
        call("isJavaIdentifierStart", INTS, null, (a, b) -> Character.isJavaIdentifierStart((int) a) ? 1 : 2);
        call("isJavaIdentifierPart", INTS, null, (a, b) -> Character.isJavaIdentifierPart((int) a) ? 1 : 2);
        call("isUnicodeIdentifierStart", INTS, null, (a, b) -> Character.isUnicodeIdentifierStart((int) a) ? 1 : 2);
        call("isUnicodeIdentifierPart", INTS, null, (a, b) -> Character.isUnicodeIdentifierPart((int) a) ? 1 : 2);
        call("isIdentifierIgnorable", INTS, null, (a, b) -> Character.isIdentifierIgnorable((int) a) ? 1 : 2);
        call("isDefined", INTS, null, (a, b) -> Character.isDefined((int) a) ? 1 : 2);
        call("isMirrored", INTS, null, (a, b) -> Character.isMirrored((int) a) ? 1 : 2);
        call("isIdeographic", INTS, null, (a, b) -> Character.isIdeographic((int) a) ? 1 : 2);
        call("isSupplementary", INTS, null, (a, b) -> Character.isSupplementaryCodePoint((int) a) ? 1 : 2);
        call("isDigit", INTS, null, (a, b) -> Character.isDigit((char) (int) a) ? 1 : 2);
        call("isWhitespace", INTS, null, (a, b) -> !Character.isWhitespace((char) (int) a) ? 1 : 2);
        call("isSurrogate", INTS, null, (a, b) -> Character.isSurrogate((char) (int) a) ? 1 : 2);
        call("isHighSurrogate", INTS, null, (a, b) -> Character.isHighSurrogate((char) (int) a) ? 1 : 2);
        call("isLowSurrogate", INTS, null, (a, b) -> Character.isLowSurrogate((char) (int) a) ? 1 : 2);
    }

    private static void arrays() {
        call("ints", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((int[]) a, (int[]) b) ? 1 : 2);
        call("longs", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((long[]) a, (long[]) b) ? 1 : 2);
        call("doubles", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((double[]) a, (double[]) b) ? 1 : 2);
        call("floats", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((float[]) a, (float[]) b) ? 1 : 2);
        call("chars", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((char[]) a, (char[]) b) ? 1 : 2);
        call("bytes", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((byte[]) a, (byte[]) b) ? 1 : 2);
        call("shorts", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((short[]) a, (short[]) b) ? 1 : 2);
        call("booleans", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((boolean[]) a, (boolean[]) b) ? 1 : 2);
        call("objects", ARRAYS, ARRAYS, (a, b) -> Arrays.equals((Object[]) a, (Object[]) b) ? 1 : 2);
        call("deep", ARRAYS, ARRAYS, (a, b) -> Arrays.deepEquals((Object[]) a, (Object[]) b) ? 1 : 2);
    }

    private static Object[] collections() {
        Counting counting = new Counting(1);
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        Map<Object, Object> map = new HashMap<>();
        map.put("key", 1);
        map.put(2, "value");
        map.put(null, counting);
        return new Object[] {
            null, new ArrayList<>(), itself, Arrays.asList("a", 1, null, counting), new CountingList(Arrays.asList("a", "b")),
            Collections.unmodifiableList(new CountingList(Arrays.asList("a"))), new CountingList(Arrays.asList("a", "b")).subList(0, 1),
            new HashSet<>(Arrays.asList(1, 2, "x")), new HashSet<>(Arrays.asList(counting, "a")), new TreeSet<>(Arrays.asList("a", "c")),
            new TreeSet<>(Arrays.asList(counting, new Counting(2), new Counting(3))).headSet(new Counting(2)),
            EnumSet.of(Colour.RED), new ArrayDeque<>(Arrays.asList(1L, 2L)), Collections.nCopies(1000, "n"),
            new HashSet<>(Collections.nCopies(5, 7)), Collections.emptyList(), Collections.singleton("s"), map,
            new TreeMap<>(Collections.singletonMap("t", "u")), new LinkedHashMap<>(map), Collections.emptyMap(), map.keySet(),
            new Hashtable<>(Collections.singletonMap("h", 1)), map.values(), map.entrySet(), "no container", new CountingList(Collections.emptyList())
        };
    }

    @SuppressWarnings("unchecked")
    private static void containers() {
        Object[] all = collections();
        Counting counting = new Counting(1);
        call("contains", all, OBJECTS, (a, b) -> ((Collection<?>) a).contains(b) ? 1 : 2);
        call("containsAll", all, all, (a, b) -> ((Collection<?>) a).containsAll((Collection<?>) b) ? 1 : 2);
        call("isEmpty", all, null, (a, b) -> ((Collection<?>) a).isEmpty() ? 1 : 2);
        call("isEmpty", all, null, (a, b) -> ((Map<?, ?>) a).isEmpty() ? 1 : 2);
        call("containsKey", all, OBJECTS, (a, b) -> ((Map<?, ?>) a).containsKey(b) ? 1 : 2);
        call("containsValue", all, OBJECTS, (a, b) -> ((Map<?, ?>) a).containsValue(b) ? 1 : 2);
        call("indexOf", all, OBJECTS, (a, b) -> ((List<?>) a).indexOf(b) >= 0 ? 1 : 2);
        call("lastIndexOf", all, OBJECTS, (a, b) -> ((List<?>) a).lastIndexOf(b) == -1 ? 1 : 2);
        call("equals", all, all, (a, b) -> a.equals(b) ? 1 : 2);
        call("get", all, TEXTS, (a, b) -> ((Map<?, ?>) a).get(b) != null ? 1 : 2);
        call("get", all, TEXTS, (a, b) -> ((HashMap<?, ?>) a).get(b) != null ? 1 : 2);
        call("get", all, TEXTS, (a, b) -> ((LinkedHashMap<?, ?>) a).get(b) != null ? 1 : 2);
        call("get", all, TEXTS, (a, b) -> ((TreeMap<?, ?>) a).get(b) != null ? 1 : 2);
        call("get", all, TEXTS, (a, b) -> ((Hashtable<?, ?>) a).get(b) != null ? 1 : 2);
        call("getOrDefault", all, TEXTS, (a, b) -> ((Map<?, Object>) a).getOrDefault(b, counting) != counting ? 1 : 2);
    }

    private static void patterns() {
        call("matches", TEXTS, TEXTS, (a, b) -> ((String) a).matches((String) b) ? 1 : 2);
        call("Pattern.matches", TEXTS, TEXTS, (a, b) -> Pattern.matches((String) a, (String) b) ? 1 : 2);
        call("Matcher.matches", TEXTS, TEXTS, (a, b) -> Pattern.compile((String) a).matcher((String) b).matches() ? 1 : 2);
        call("Matcher.lookingAt", TEXTS, TEXTS, (a, b) -> Pattern.compile((String) a).matcher((String) b).lookingAt() ? 1 : 2);
        call("Matcher.find", TEXTS, TEXTS, (a, b) -> Pattern.compile((String) a).matcher((String) b).find() ? 1 : 2);
        call("groups", TEXTS, TEXTS, (a, b) -> {
            Matcher matcher = Pattern.compile((String) a, Pattern.CASE_INSENSITIVE).matcher((String) b);
            int count = 0;
            while (matcher.find() && count < 9) {
                count += matcher.end() - matcher.start() + 1;
            }
            return matcher.matches() ? matcher.group() : count;
        });
        call("replaceAll", TEXTS, TEXTS, (a, b) -> ((String) a).replaceAll((String) b, "-").hashCode());
        call("replaceFirst", TEXTS, TEXTS, (a, b) -> ((String) a).replaceFirst((String) b, "-").hashCode());
        call("split", TEXTS, TEXTS, (a, b) -> ((String) a).split((String) b).length);
        call("split", TEXTS, TEXTS, (a, b) -> ((String) a).split((String) b, 2).length);
    }

    private static void parsers() {
        call("Integer", TEXTS, INTS, (a, b) -> Integer.parseInt((String) a, (int) b));
        call("Integer", TEXTS, null, (a, b) -> Integer.parseInt((String) a) + Integer.decode((String) a));
        call("Integer", TEXTS, null, (a, b) -> Integer.valueOf((String) a) + new Integer((String) a));
        call("Long", TEXTS, null, (a, b) -> Long.parseLong((String) a) + Long.decode((String) a));
        call("Long", TEXTS, null, (a, b) -> Long.valueOf((String) a) + new Long((String) a));
        call("unsigned", TEXTS, null, (a, b) -> Integer.parseUnsignedInt((String) a));
        call("unsigned", TEXTS, INTS, (a, b) -> Long.parseUnsignedLong((String) a, (int) b));
        call("Short", TEXTS, null, (a, b) -> Short.parseShort((String) a) + Short.decode((String) a));
        call("Short", TEXTS, null, (a, b) -> Short.valueOf((String) a) + new Short((String) a));
        call("Byte", TEXTS, null, (a, b) -> Byte.parseByte((String) a) + Byte.decode((String) a));
        call("Byte", TEXTS, null, (a, b) -> Byte.valueOf((String) a) + new Byte((String) a));
        call("Double", TEXTS, null, (a, b) -> Double.parseDouble((String) a) + new Double((String) a));
        call("Double", TEXTS, null, (a, b) -> Double.valueOf((String) a));
        call("Float", TEXTS, null, (a, b) -> Float.parseFloat((String) a) + Float.valueOf((String) a));
        call("Float", TEXTS, null, (a, b) -> new Float((String) a));
        call("Boolean", TEXTS, null, (a, b) -> Boolean.parseBoolean((String) a));
        call("Boolean", TEXTS, null, (a, b) -> Boolean.valueOf((String) a) & new Boolean((String) a));
        call("BigInteger", TEXTS, null, (a, b) -> new BigInteger((String) a));
        call("BigInteger", TEXTS, FEW_INTS, (a, b) -> new BigInteger((String) a, (int) b));
        call("BigInteger", null, null, (a, b) -> new BigInteger(1, new byte[] {1}));
        call("BigDecimal", TEXTS, null, (a, b) -> new BigDecimal((String) a).scale());
        call("BigDecimal", TEXTS, null, (a, b) -> new BigDecimal((String) a, java.math.MathContext.DECIMAL32).scale());
        call("BigDecimal", null, null, (a, b) -> new BigDecimal(new char[] {'1'}));
        call("LocalDate", TEXTS, null, (a, b) -> LocalDate.parse((String) a));
        call("LocalTime", TEXTS, null, (a, b) -> LocalTime.parse((String) a));
        call("LocalDateTime", TEXTS, null, (a, b) -> LocalDateTime.parse((String) a));
        call("OffsetDateTime", TEXTS, null, (a, b) -> OffsetDateTime.parse((String) a));
        call("ZonedDateTime", TEXTS, null, (a, b) -> ZonedDateTime.parse((String) a));
        call("Instant", TEXTS, null, (a, b) -> Instant.parse((String) a));
        call("Period", TEXTS, null, (a, b) -> Period.parse((String) a));
        call("ZoneId", TEXTS, null, (a, b) -> ZoneId.of((String) a));
        Object[] formats = {
            null, DateTimeFormatter.ISO_DATE_TIME, DateTimeFormatter.ISO_LOCAL_TIME, DateTimeFormatter.ofPattern("'t'"),
            DateTimeFormatter.BASIC_ISO_DATE, DateTimeFormatter.ofPattern("ppppppy")
        };
        call("LocalDate", TEXTS, formats, (a, b) -> LocalDate.parse((String) a, (DateTimeFormatter) b));
        call("LocalTime", TEXTS, formats, (a, b) -> LocalTime.parse((String) a, (DateTimeFormatter) b));
        call("LocalDateTime", TEXTS, formats, (a, b) -> LocalDateTime.parse((String) a, (DateTimeFormatter) b));
        call("OffsetDateTime", TEXTS, formats, (a, b) -> OffsetDateTime.parse((String) a, (DateTimeFormatter) b));
        call("ZonedDateTime", TEXTS, formats, (a, b) -> ZonedDateTime.parse((String) a, (DateTimeFormatter) b));
        call("DateTimeFormatter", formats, TEXTS, (a, b) -> ((DateTimeFormatter) a).parse((String) b).toString());
        call("DateTimeFormatter", formats, TEXTS, (a, b) -> ((DateTimeFormatter) a).parse((String) b, LocalDate::from));
        call("DateTimeFormatter", TEXTS, null, (a, b) -> DateTimeFormatter.ofPattern((String) a));
        call("Duration", TEXTS, null, (a, b) -> Duration.parse((String) a));
        call("UUID", TEXTS, null, (a, b) -> UUID.fromString((String) a));
        call("URI", TEXTS, null, (a, b) -> new java.net.URI((String) a).equals(java.net.URI.create((String) a)) ? 1 : 2);
        call("URL", TEXTS, null, (a, b) -> new java.net.URL((java.net.URL) null, (String) a));
        call("Charset", TEXTS, null, (a, b) -> java.nio.charset.Charset.forName((String) a));
        call("Charset", TEXTS, null, (a, b) -> java.nio.charset.Charset.isSupported((String) a));
        call("Locale", TEXTS, null, (a, b) -> java.util.Locale.forLanguageTag((String) a));
        call("Currency", TEXTS, null, (a, b) -> java.util.Currency.getInstance((String) a));
        call("Class", TEXTS, null, (a, b) -> Class.forName((String) a));
        call("Colour", TEXTS, null, (a, b) -> Colour.valueOf((String) a));
        call("Enum", TEXTS, null, (a, b) -> Enum.valueOf(Colour.class, (String) a));
        call("Level", TEXTS, null, (a, b) -> java.util.logging.Level.parse((String) a));
        call("format", TEXTS, OBJECTS, (a, b) -> String.format((String) a, 1));
        call("date", TEXTS, TEXTS, (a, b) -> new java.text.SimpleDateFormat((String) a).parse((String) b).getTime());
        call("date", TEXTS, null, (a, b) -> java.text.DateFormat.getDateInstance().parse((String) a).getTime());
        call("number", TEXTS, null, (a, b) -> new java.text.DecimalFormat((String) a).format(1));
        call("number", TEXTS, TEXTS, (a, b) -> new java.text.DecimalFormat((String) a).parse((String) b));
        call("number", TEXTS, TEXTS, (a, b) ->
            new java.text.DecimalFormat((String) a).parse((String) b, new java.text.ParsePosition(0)));
        call("number", TEXTS, null, (a, b) -> java.text.NumberFormat.getInstance().parse((String) a));
        call("number", TEXTS, null, (a, b) ->
            java.text.NumberFormat.getInstance().parse((String) a, new java.text.ParsePosition(0)));
        call("pattern", TEXTS, null, (a, b) -> {
            new java.text.SimpleDateFormat("yyyy").applyPattern((String) a);
            new java.text.DecimalFormat().applyPattern((String) a);
            new java.text.DecimalFormat().applyLocalizedPattern((String) a);
            return 1;
        });
        call("date", TEXTS, null, (a, b) ->
            new java.text.SimpleDateFormat("yyyy").parse((String) a, new java.text.ParsePosition(0)).getTime());
        call("date", TEXTS, null, (a, b) ->
            java.text.DateFormat.getDateInstance().parse((String) a, new java.text.ParsePosition(0)).getTime());
        call("message", TEXTS, null, (a, b) -> new java.text.MessageFormat((String) a).toPattern());
        call("message", TEXTS, null, (a, b) -> java.text.MessageFormat.format((String) a, 1, "x"));
    }

    private static void members() {
        Object[] types = {null, Counting.class, Colour.class, int.class, Comparable.class};
        String[] names = {null, "", "value", "RED", "hashCode", "toString", "none"};
        call("getField", types, names, (a, b) -> ((Class<?>) a).getField((String) b));
        call("getDeclaredField", types, names, (a, b) -> ((Class<?>) a).getDeclaredField((String) b));
        call("getMethod", types, names, (a, b) -> ((Class<?>) a).getMethod((String) b));
        call("getDeclaredMethod", types, names, (a, b) -> ((Class<?>) a).getDeclaredMethod((String) b));
    }

    /** A value that counts the calls of its methods. */
    private static final class Counting implements Comparable<Counting> {
        private final int value;

        Counting(int value) {
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            countedCalls++;
            return other instanceof Counting && ((Counting) other).value == value;
        }

        @Override
        public int hashCode() {
            countedCalls++;
            return value;
        }

        @Override
        public String toString() {
            countedCalls++;
            return "counting";
        }

        @Override
        public int compareTo(Counting other) {
            countedCalls++;
            return Integer.compare(value, other.value);
        }
    }

    /** A list that counts the calls of its methods. */
    private static final class CountingList extends ArrayList<Object> {
        CountingList(Collection<?> elements) {
            super(elements);
        }

        @Override
        public Iterator<Object> iterator() {
            countedCalls++;
            return super.iterator();
        }

        @Override
        public int size() {
            countedCalls++;
            return super.size();
        }

        @Override
        public Object get(int index) {
            countedCalls++;
            return super.get(index);
        }
    }
}

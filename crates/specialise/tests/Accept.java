import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
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
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads a file with lines "kind TAB pattern TAB text", and prints each line whose text the JDK refuses. In
 * patterns and texts, each escape sequence is a backslash and the four hexadecimal digits of a UTF-16 unit.
 */
public class Accept {
    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.US);
        for (String line : Files.readAllLines(Paths.get(arguments[0]), StandardCharsets.UTF_8)) {
            String[] parts = line.split("\t", -1);
            String pattern = unescaped(parts[1]);
            String text = unescaped(parts[2]);
            try {
                if (!accepts(parts[0], pattern, text)) {
                    System.out.println(line);
                }
            } catch (Exception refused) {
                System.out.println(line + "\t" + refused);
            }
        }
    }

    private static String unescaped(String escaped) {
        StringBuilder text = new StringBuilder();
        for (int index = 0; index < escaped.length(); index++) {
            if (escaped.charAt(index) == '\\') {
                text.append((char) Integer.parseInt(escaped.substring(index + 1, index + 5), 16));
                index += 4;
            } else {
                text.append(escaped.charAt(index));
            }
        }
        return text.toString();
    }

    private static boolean accepts(String kind, String pattern, String text) throws Exception {
        switch (kind) {
            case "Match":
                return Pattern.matches(pattern, text);
            case "MatchIgnoringCase":
                return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(text).matches();
            case "Find":
                return Pattern.compile(pattern).matcher(text).find();
            case "SimpleDate":
                new SimpleDateFormat(pattern).parse(text);
                return true;
            case "DateTime":
                DateTimeFormatter.ofPattern(pattern).parse(text);
                return true;
            default:
                parse(kind, text);
                return true;
        }
    }

    private static void parse(String format, String text) throws Exception {
        switch (format) {
            case "Byte": Byte.parseByte(text); Byte.decode(text); break;
            case "Short": Short.parseShort(text); Short.decode(text); break;
            case "Int": Integer.parseInt(text); Integer.decode(text); break;
            case "Long": Long.parseLong(text); Long.decode(text); break;
            case "Float": Float.parseFloat(text); break;
            case "Double": Double.parseDouble(text); break;
            case "Boolean": require(text.matches("(?i)true|false")); break;
            case "BigInteger": new BigInteger(text); break;
            case "BigDecimal": new BigDecimal(text).toPlainString(); break;
            case "LocalDate": LocalDate.parse(text); break;
            case "LocalTime": LocalTime.parse(text); break;
            case "LocalDateTime": LocalDateTime.parse(text); break;
            case "OffsetDateTime": OffsetDateTime.parse(text); break;
            case "ZonedDateTime": ZonedDateTime.parse(text); break;
            case "Instant": Instant.parse(text); break;
            case "Duration": Duration.parse(text); break;
            case "Period": Period.parse(text); break;
            case "ZoneId": ZoneId.of(text); break;
            case "Uri": new URI(text); break;
            case "Url": new URL(text); break;
            case "Uuid": UUID.fromString(text); break;
            case "Charset": Charset.forName(text); break;
            case "ClassName": Class.forName(text); break;
            case "FormatString": format(text); break;
            case "Regex": Pattern.compile(text); break;
            case "LanguageTag": new Locale.Builder().setLanguageTag(text); break;
            case "Currency": Currency.getInstance(text); break;
            case "DatePattern":
                new SimpleDateFormat(text).format(new Date(0));
                DateTimeFormatter.ofPattern(text);
                break;
            case "DecimalPattern": new DecimalFormat(text).format(1.5); break;
            case "MessagePattern": new MessageFormat(text).toPattern(); break;
            default: throw new IllegalArgumentException("no such format: " + format);
        }
    }

    /** Asserts that the format string accepts at least one of several arguments of different types. */
    private static void format(String text) {
        Object[] arguments = {"text", 1, 1.5, 'c'};
        for (int i = 0; i < arguments.length; i++) {
            try {
                String.format(text, arguments[i]);
                return;
            } catch (IllegalArgumentException refused) {
                require(i + 1 < arguments.length);
            }
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }
}

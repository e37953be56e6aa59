package hostile;

/** Creates strings of megabytes: as results, as exception messages, and as the result of toString. */
public class GiganticStrings {
    private final String text;

    public GiganticStrings(int length) {
        text = text(length & 0xffffff);
    }

    public static String ordinaryShort(String text) {
        if (text.length() > 3) {
            return text.substring(0, 3) + "...";
        }
        return text.isEmpty() ? "-" : text;
    }

    public static String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append('x');
        }
        return text.toString();
    }

    public static String doubled() {
        String text = "x";
        while (true) {
            text += text;
        }
    }

    public static String million() {
        return new String(new char[1_000_000]).replace('\0', 'x');
    }

    public static void fail() {
        throw new IllegalStateException(million());
    }

    @Override
    public String toString() {
        return text + million();
    }
}

package hostile;

import java.util.Locale;

/** Changes the default locale. */
public class ChangesLocale {
    public static String ordinaryCurrency(String country) {
        if (country.equals("US")) {
            return "USD";
        }
        return country.equals("JP") ? "JPY" : "EUR";
    }

    public static void german() {
        Locale.setDefault(Locale.GERMANY);
    }

    public static void formats() {
        Locale.setDefault(Locale.Category.FORMAT, new Locale("ar", "EG"));
    }

    public static String number(double number) {
        return String.format("%.2f", number);
    }

    public static String language() {
        return Locale.getDefault().getLanguage();
    }

    public static String upper(String text) {
        Locale.setDefault(new Locale("tr"));
        return text.toUpperCase();
    }
}

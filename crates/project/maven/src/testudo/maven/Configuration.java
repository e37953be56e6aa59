package testudo.maven;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The configuration of a plugin, with the properties that it refers to. */
final class Configuration {
    /** A property that Maven replaces ({@code ${name}}), or that Surefire replaces ({@code @{name}}). */
    private static final Pattern REFERENCE = Pattern.compile("[$@]\\{([^{}]+)}");

    private final Xpp3Dom element;
    private final Properties[] properties;

    /** The first properties that define a name have precedence. {@code element} may be null. */
    Configuration(Object element, Properties... properties) {
        this.element = element instanceof Xpp3Dom ? (Xpp3Dom) element : null;
        this.properties = properties;
    }

    /** Returns the value of a parameter, or its default value, or null. */
    String value(String name) {
        Xpp3Dom child = element == null ? null : element.getChild(name);
        if (child == null) {
            return null;
        }
        String value = resolve(child.getValue(), false);
        return value != null ? value : resolve(child.getAttribute("default-value"), false);
    }

    /**
     * Returns the value of a parameter that may refer to properties which do not exist, or else the value of
     * the property {@code property}, or null.
     */
    String lenientValue(String name, String property) {
        Xpp3Dom child = element == null ? null : element.getChild(name);
        String value = child == null || child.getValue() == null ? property(property) : child.getValue();
        return resolve(value, true);
    }

    /** Returns the value of a property, or null. */
    String propertyValue(String name) {
        return resolve(property(name), true);
    }

    /** Returns the names and values of the children of a parameter. */
    Map<String, String> children(String name) {
        Map<String, String> values = new LinkedHashMap<>();
        Xpp3Dom child = element == null ? null : element.getChild(name);
        if (child != null) {
            for (Xpp3Dom entry : child.getChildren()) {
                String value = resolve(entry.getValue(), true);
                values.put(entry.getName(), value == null ? "" : value);
            }
        }
        return values;
    }

    /** Returns the values of the children of a parameter, without empty values. */
    List<String> values(String name) {
        List<String> values = new ArrayList<>();
        Xpp3Dom child = element == null ? null : element.getChild(name);
        if (child != null) {
            for (Xpp3Dom entry : child.getChildren()) {
                String value = resolve(entry.getValue(), true);
                if (value != null) {
                    values.add(value);
                }
            }
        }
        return values;
    }

    private String property(String name) {
        for (Properties candidates : properties) {
            String value = candidates.getProperty(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /**
     * Replaces references to properties. If a property does not exist, its reference becomes empty
     * ({@code isLenient}), or the result is null. The result is also null for an empty text.
     */
    private String resolve(String text, boolean isLenient) {
        String resolved = text;
        // A property may refer to other properties. The limit ends a cycle of references.
        for (int depth = 0; resolved != null && depth < 8; depth++) {
            Matcher matcher = REFERENCE.matcher(resolved);
            StringBuffer next = new StringBuffer();
            boolean isChanged = false;
            while (matcher.find()) {
                String value = property(matcher.group(1));
                if (value == null && !isLenient) {
                    return null;
                }
                matcher.appendReplacement(next, Matcher.quoteReplacement(value == null ? "" : value));
                isChanged = true;
            }
            if (!isChanged) {
                break;
            }
            resolved = matcher.appendTail(next).toString();
        }
        return resolved == null || resolved.trim().isEmpty() ? null : resolved.trim();
    }
}

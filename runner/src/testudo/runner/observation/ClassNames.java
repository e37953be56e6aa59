package testudo.runner.observation;

import java.lang.reflect.Proxy;

/** Computes class names that are the same in each run. */
final class ClassNames {
    private static final String LAMBDA = "$$Lambda";

    private ClassNames() {
    }

    /**
     * Returns the binary name of a class. Omits the number that the JVM adds to the class name of a lambda.
     * Returns the name of {@link Proxy} for all proxy classes.
     */
    static String of(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf(LAMBDA);
        if (lambda >= 0) {
            return name.substring(0, lambda + LAMBDA.length());
        }
        return Proxy.isProxyClass(type) ? Proxy.class.getName() : name;
    }
}

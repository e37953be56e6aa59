package testudo.runner.observation;

import java.lang.reflect.Proxy;

/** Computes names of classes that are the same in each run. */
final class ClassNames {
    private static final String LAMBDA = "$$Lambda";

    private ClassNames() {
    }

    /**
     * Returns the binary name of a class. The name of the class of a lambda ends before the number that the
     * JVM adds. All proxy classes have the name of {@link Proxy}.
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

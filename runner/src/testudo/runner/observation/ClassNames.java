package testudo.runner.observation;

import java.lang.reflect.Proxy;

/** Names of classes that are the same in each run. */
final class ClassNames {
    private static final String LAMBDA = "$$Lambda";

    private ClassNames() {
    }

    /**
     * Returns the binary name of a class, without the number that the JVM adds to the names of lambdas and
     * proxies.
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

package testudo.runner;

import java.lang.reflect.Proxy;

/** Names of classes that are the same in each run. */
final class Names {
    private static final String LAMBDA = "$$Lambda";

    private Names() {
    }

    /** The binary name of a class, without the number if the JVM made it: of a lambda, of a proxy. */
    static String of(Class<?> type) {
        String name = type.getName();
        int lambda = name.indexOf(LAMBDA);
        if (lambda >= 0) {
            return name.substring(0, lambda + LAMBDA.length());
        }
        return Proxy.isProxyClass(type) ? Proxy.class.getName() : name;
    }
}

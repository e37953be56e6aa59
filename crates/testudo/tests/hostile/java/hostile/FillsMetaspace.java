package hostile;

import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/** Creates classes, each in a new class loader, and keeps the classes reachable. */
public class FillsMetaspace {
    private static final List<Object> REACHABLE = new ArrayList<Object>();

    public interface Small {
        int size();
    }

    public static int ordinaryLimit(int number) {
        if (number > 1000) {
            return 1000;
        }
        return number < -1000 ? -1000 : number;
    }

    public static void fill() {
        while (true) {
            REACHABLE.add(proxy());
        }
    }

    public static int some() {
        for (int i = 0; i < 100; i++) {
            REACHABLE.add(proxy());
        }
        return REACHABLE.size();
    }

    private static Object proxy() {
        ClassLoader loader = new URLClassLoader(new URL[0], Small.class.getClassLoader());
        return Proxy.newProxyInstance(loader, new Class<?>[] {Small.class}, (self, method, arguments) -> 1);
    }
}

package hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;

/** Loads hostile classes with its own class loader. So these classes lack the checks that Testudo inserts. */
public class DefinesClasses {
    static final class UncheckedLoader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("hostile.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try {
                byte[] bytes = bytes(name.replace('.', '/') + ".class");
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static byte[] bytes(String name) throws IOException {
            InputStream in = DefinesClasses.class.getResourceAsStream("/" + name);
            if (in == null) {
                throw new IOException(name);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[] chunk = new byte[1000];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                out.write(chunk, 0, count);
            }
            return out.toByteArray();
        }
    }

    public static int ordinaryIndex(String text, char letter) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == letter) {
                return i;
            }
        }
        return -1;
    }

    public static Object other() throws Exception {
        return new UncheckedLoader().loadClass("hostile.DefinesClasses").getDeclaredConstructor().newInstance();
    }

    public static Object endless() throws Exception {
        return new UncheckedLoader().loadClass("hostile.LoopsForever").getMethod("plain").invoke(null);
    }

    public static Object exits() throws Exception {
        Class<?> type = new UncheckedLoader().loadClass("hostile.Exits");
        return type.getMethod("exit").invoke(type.getDeclaredConstructor().newInstance());
    }

    public static boolean isSame() throws Exception {
        return other().getClass() == DefinesClasses.class;
    }
}

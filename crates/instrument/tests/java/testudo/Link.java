package testudo;

import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Links all classes of a jar, and prints those that the verifier refuses. */
public final class Link {
    /** Arguments: jars, which are on the class path, too. */
    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            try (JarFile jar = new JarFile(arg)) {
                for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                    String name = entries.nextElement().getName();
                    if (name.endsWith(".class")) {
                        link(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                    }
                }
            }
        }
    }

    private static void link(String name) {
        try {
            // Looking for the methods links the class, which verifies it, and does not initialise it.
            Class.forName(name, false, Link.class.getClassLoader()).getDeclaredMethods();
        } catch (VerifyError | ClassFormatError refused) {
            System.out.println(name + ": " + refused);
        } catch (Throwable missing) {
            // Something that it refers to is not there.
        }
    }
}

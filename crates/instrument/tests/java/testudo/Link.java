package testudo;

import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Links all classes of a jar, and prints the classes that the verifier rejects. */
public final class Link {
    /** Arguments: jars, which must also be on the class path. */
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
            // getDeclaredMethods links and verifies the class, but does not initialise it.
            Class.forName(name, false, Link.class.getClassLoader()).getDeclaredMethods();
        } catch (VerifyError | ClassFormatError rejected) {
            System.out.println(name + ": " + rejected);
        } catch (Throwable missing) {
            // Ignores a class that refers to a missing class.
        }
    }
}

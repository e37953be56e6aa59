import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Copies classes of the running JDK into a jar, and verifies classes. */
public final class Classes {
    /**
     * Runs one of three commands.
     * {@code dump MODULE JAR}: writes the classes of a module of this JDK to a jar.
     * {@code verify JAR...}: links every class of each jar and prints the name of the class. If the JVM
     * refuses the class, the error follows the name.
     * {@code boot JAR}: does the same with the classes of one jar, but the boot loader loads the classes.
     */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "dump":
                dump(args[1], args[2]);
                break;
            case "verify":
                for (int i = 1; i < args.length; i++) {
                    try (JarFile jar = new JarFile(args[i])) {
                        verify(jar, new JarFirst(jar));
                    }
                }
                break;
            case "boot":
                try (JarFile jar = new JarFile(args[1])) {
                    verify(jar, null);
                }
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void dump(String module, String to) throws IOException {
        FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
        Path root = jdk.getPath("/modules", module);
        try (OutputStream file = Files.newOutputStream(Paths.get(to));
                ZipOutputStream jar = new ZipOutputStream(file);
                Stream<Path> all = Files.walk(root)) {
            jar.setMethod(ZipOutputStream.STORED);
            for (Path path : (Iterable<Path>) all.sorted()::iterator) {
                String name = root.relativize(path).toString();
                if (name.endsWith(".class") && !name.equals("module-info.class")) {
                    put(jar, name, Files.readAllBytes(path));
                }
            }
        }
    }

    private static void put(ZipOutputStream jar, String name, byte[] bytes) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }

    private static void verify(JarFile jar, ClassLoader loader) {
        List<String> names = new ArrayList<>();
        jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(".class")).forEach(names::add);
        for (String name : names) {
            String binary = name.substring(0, name.length() - ".class".length()).replace('/', '.');
            try {
                // getDeclaredMethods links the class. Linking verifies the class and does not initialise it.
                Class.forName(binary, false, loader).getDeclaredMethods();
                System.out.println(binary);
            } catch (Throwable thrown) {
                System.out.println(binary + " " + describe(thrown));
            }
        }
    }

    /** Returns the class of an exception and the first line of its message. */
    private static String describe(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        return thrown.getClass().getName() + ": " + message.split("\n")[0];
    }

    /** Loads the classes of a jar, even if the parent loader has classes of the same names. */
    private static final class JarFirst extends ClassLoader {
        private final JarFile jar;

        JarFirst(JarFile jar) {
            super(Classes.class.getClassLoader());
            this.jar = jar;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                JarEntry entry = jar.getJarEntry(name.replace('.', '/') + ".class");
                if (loaded != null || entry == null || name.startsWith("java.")) {
                    return loaded != null ? loaded : super.loadClass(name, resolve);
                }
                try (InputStream in = jar.getInputStream(entry)) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }
}

package hostile;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;

/** Closes file descriptors: the three standard descriptors, and all open descriptors of the process. */
public class ClosesDescriptors {
    public static String ordinaryKind(int descriptor) {
        switch (descriptor) {
            case 0:
                return "in";
            case 1:
                return "out";
            case 2:
                return "err";
            default:
                return descriptor < 0 ? "closed" : "file";
        }
    }

    public static void standard() throws IOException {
        new FileInputStream(FileDescriptor.in).close();
        new FileOutputStream(FileDescriptor.out).close();
        new FileOutputStream(FileDescriptor.err).close();
    }

    public static void streams() throws IOException {
        System.in.close();
        System.out.close();
        System.err.close();
    }

    public static int all() throws Exception {
        int closed = 0;
        for (String name : new File("/proc/self/fd").list()) {
            FileDescriptor descriptor = new FileDescriptor();
            set(descriptor, Integer.parseInt(name));
            new FileInputStream(descriptor).close();
            closed++;
        }
        return closed;
    }

    private static void set(FileDescriptor descriptor, int number) throws Exception {
        Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        unsafe.setAccessible(true);
        sun.misc.Unsafe memory = (sun.misc.Unsafe) unsafe.get(null);
        memory.putInt(descriptor, memory.objectFieldOffset(FileDescriptor.class.getDeclaredField("fd")), number);
    }
}

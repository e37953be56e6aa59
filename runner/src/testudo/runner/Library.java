package testudo.runner;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The bytes of classes and resources. Resources, if they are small, and what is not there are asked for once: some code looks
 * for the same bundles, services and absent classes in each test.
 */
final class Library {
    /** Most names that are remembered: a test may ask for ever new ones. */
    private static final int MOST = 4096;
    /** Longest resource that is remembered, and all of them together, in bytes. */
    private static final int LONGEST = 1 << 16;
    private static final int ALL = 1 << 22;

    private static final byte[] NOTHING = {};

    private final Channel channel;
    private final Map<String, byte[]> resources = new ConcurrentHashMap<String, byte[]>();
    private final Map<String, byte[]> absentClasses = new ConcurrentHashMap<String, byte[]>();
    private volatile int held;

    Library(Channel channel) {
        this.channel = channel;
    }

    /** Bytes of a class, named with slashes; null where there is none. */
    byte[] classFile(String name) throws IOException {
        if (absentClasses.containsKey(name)) {
            return null;
        }
        byte[] bytes = channel.ask(Protocol.Request.CLASS, name);
        if (bytes == null && absentClasses.size() < MOST) {
            absentClasses.put(name, NOTHING);
        }
        return bytes;
    }

    /** Bytes of a resource; null where there is none. Nobody may change them. */
    byte[] resource(String name) throws IOException {
        byte[] bytes = resources.get(name);
        if (bytes == null) {
            bytes = channel.ask(Protocol.Request.RESOURCE, name);
            bytes = bytes == null ? NOTHING : bytes;
            if (resources.size() < MOST && bytes.length <= LONGEST && held <= ALL) {
                resources.put(name, bytes);
                held += bytes.length;
            }
        }
        return bytes == NOTHING ? null : bytes;
    }
}

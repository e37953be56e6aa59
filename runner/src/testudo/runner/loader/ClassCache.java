package testudo.runner.loader;

import testudo.runner.message.Protocol;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the bytes of classes and resources from the parent, and caches small resources and missing names.
 * Some code looks for the same bundles, services and missing classes in each test.
 */
final class ClassCache {
    /** Maximum number of cached names. A test may request new names without end. */
    private static final int MAX_NAMES = 4096;
    /** Maximum size of a cached resource in bytes. */
    private static final int MAX_RESOURCE_BYTES = 1 << 16;
    /** Maximum size of all cached resources in bytes. */
    private static final int MAX_CACHED_BYTES = 1 << 22;

    private static final byte[] MISSING = {};

    private final ParentChannel channel;
    private final Map<String, byte[]> resources = new ConcurrentHashMap<String, byte[]>();
    private final Map<String, byte[]> absentClasses = new ConcurrentHashMap<String, byte[]>();
    private volatile int cachedBytes;

    ClassCache(ParentChannel channel) {
        this.channel = channel;
    }

    /** Returns the bytes of a class, named with slashes, or null if there is none. */
    byte[] classFile(String name) throws IOException {
        if (absentClasses.containsKey(name)) {
            return null;
        }
        byte[] bytes = channel.request(Protocol.Request.CLASS, name);
        if (bytes == null && absentClasses.size() < MAX_NAMES) {
            absentClasses.put(name, MISSING);
        }
        return bytes;
    }

    /** Returns the bytes of a resource, or null if there is none. Callers must not change them. */
    byte[] resource(String name) throws IOException {
        byte[] bytes = resources.get(name);
        if (bytes == null) {
            bytes = channel.request(Protocol.Request.RESOURCE, name);
            bytes = bytes == null ? MISSING : bytes;
            boolean isSmall = bytes.length <= MAX_RESOURCE_BYTES;
            if (isSmall && resources.size() < MAX_NAMES && cachedBytes <= MAX_CACHED_BYTES) {
                resources.put(name, bytes);
                cachedBytes += bytes.length;
            }
        }
        return bytes == MISSING ? null : bytes;
    }
}

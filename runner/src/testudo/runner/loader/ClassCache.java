package testudo.runner.loader;

import testudo.runner.message.Protocol;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Requests the bytes of classes and resources from the parent process. Caches small resources and the names
 * of missing classes and resources, because some code looks up the same resource bundles, services and
 * missing classes in each test.
 */
final class ClassCache {
    /**
     * Maximum number of names in each cache. Without a limit, a test could request new names until the memory
     * is full.
     */
    private static final int MAX_NAMES = 4096;
    /** Maximum size of a cached resource in bytes. */
    private static final int MAX_RESOURCE_BYTES = 1 << 16;
    /**
     * If the cached resources have more than this number of bytes, no further resource is added to the cache.
     */
    private static final int MAX_CACHED_BYTES = 1 << 22;

    /** Represents a class or resource that does not exist. */
    private static final byte[] MISSING = {};

    private final ParentChannel channel;
    private final Map<String, byte[]> resources = new ConcurrentHashMap<String, byte[]>();
    private final Map<String, byte[]> missingClasses = new ConcurrentHashMap<String, byte[]>();
    /** Total size of the cached resources in bytes. */
    private volatile int cachedBytes;

    ClassCache(ParentChannel channel) {
        this.channel = channel;
    }

    /** Returns the bytes of a class, or null if the class does not exist. The name contains slashes. */
    byte[] classFile(String name) throws IOException {
        if (missingClasses.containsKey(name)) {
            return null;
        }
        byte[] bytes = channel.request(Protocol.Request.CLASS, name);
        if (bytes == null && missingClasses.size() < MAX_NAMES) {
            missingClasses.put(name, MISSING);
        }
        return bytes;
    }

    /**
     * Returns the bytes of a resource, or null if the resource does not exist. Callers must not change the
     * array.
     */
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

package hostile;

/**
 * Leaks memory in each call. Testudo does not restore the list in {@code FIRST} after a test, because its
 * arrays are too long to be saved. Therefore the heap is full after many tests.
 */
public class LeaksMemory {
    static final class Link {
        byte[] bytes = new byte[100_000];
        Link next;
    }

    private static final Link FIRST = new Link();
    private static final ThreadLocal<Link> OWN = ThreadLocal.withInitial(Link::new);

    public static String ordinaryOrder(int a, int b) {
        if (a == b) {
            return "same";
        }
        return a < b ? "ascending" : "descending";
    }

    public static void keep() {
        Link link = new Link();
        link.next = FIRST.next;
        FIRST.next = link;
    }

    public static void keepInThread() {
        Link link = new Link();
        link.next = OWN.get().next;
        OWN.get().next = link;
    }
}

package bench;

/** Prints one word. The benchmark measures its time as the time to start a JVM. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}

package bench;

/** Prints one word. The benchmark runs this class to measure the time that a JVM needs to start. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}

package bench;

/** The least that a JVM can be asked to run. */
public class Hello {
    public static void main(String[] args) {
        System.out.println("hello");
    }
}

package hostile;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Processes infinite streams. Some of the streams execute only code of the JDK. */
public class StreamsForever {
    public static long ordinaryEven(int[] numbers) {
        long even = IntStream.of(numbers).filter(number -> number % 2 == 0).count();
        return even > 2 ? -1 : even;
    }

    public static void generate() {
        Stream.generate(String::new).forEach(String::length);
    }

    public static long iterate() {
        return Stream.iterate(1, number -> number + 1).count();
    }

    public static int parallel() {
        return IntStream.iterate(0, number -> number + 1).parallel().sum();
    }

    public static long found() {
        return Stream.generate(Object::new).filter(String.class::isInstance).findFirst().map(Object::hashCode).orElse(0);
    }
}

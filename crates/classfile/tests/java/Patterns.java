import java.util.List;

/** Code that needs Java 21: switches over patterns, whose handlers and jumps javac generates. */
public final class Patterns {
    sealed interface Shape permits Circle, Square, Pair {}
    record Circle(double r) implements Shape {}
    record Square(int a) implements Shape {}
    record Pair(Shape left, Shape right) implements Shape {}

    static String name(Object o) {
        return switch (o) {
            case null -> "null";
            case Circle c when c.r() > 2 -> "big circle";
            case Circle(double r) -> "circle " + r;
            case Pair(Square(int a), Pair(var inner, Square(int b))) when a > b -> "nested " + inner + a + b;
            case Pair(Shape left, Shape right) -> name(left) + " and " + name(right);
            case Square s -> {
                try {
                    yield "square " + 6 / s.a();
                } catch (ArithmeticException e) {
                    yield "point";
                }
            }
            case String s when s.length() > 3 -> s;
            case Integer i when i > 3 -> "int " + i;
            default -> "other";
        };
    }

    enum Color { RED, GREEN }

    static int exhaustive(Shape shape, Color color) {
        int base = switch (color) { case RED -> 1; case GREEN -> 2; };
        return base + switch (shape) { case Circle c -> 1; case Square s -> s.a(); case Pair(var l, var r) -> 3; };
    }

    public static void main(String[] args) {
        Shape square = new Square(3);
        for (Object o : new Object[] {null, new Circle(1), new Circle(3), square, new Square(0), "text", "t", 5, 2L,
                new Pair(square, new Pair(new Circle(1), new Square(2))), new Pair(square, new Circle(4))}) {
            System.out.println(name(o));
            if (o instanceof Shape s) System.out.println(exhaustive(s, o instanceof Circle ? Color.RED : Color.GREEN));
        }
    }
}

package hostile;

/** Recurses infinitely: in a method, while it creates objects, and in toString. */
public class RecursesDeep {
    private Object part = this;

    public static int ordinaryDigits(int number) {
        if (number < 0) {
            return ordinaryDigits(-(number / 10)) + 1;
        }
        return number < 10 ? 1 : 1 + ordinaryDigits(number / 10);
    }

    public long down(long depth) {
        return down(depth + 1) + 1;
    }

    public RecursesDeep child() {
        RecursesDeep child = new RecursesDeep();
        child.part = child.child();
        return child;
    }

    @Override
    public String toString() {
        return "(" + part + ")";
    }
}

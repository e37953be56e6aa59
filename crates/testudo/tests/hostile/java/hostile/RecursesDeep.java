package hostile;

/** Recursion without an end: in methods, in constructors, in the text of an object. */
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

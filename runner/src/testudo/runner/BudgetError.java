package testudo.runner;

/** Thrown into code under test that used up its {@link Budget}. There is one, so that it costs nothing to throw. */
public final class BudgetError extends Error {
    private static final long serialVersionUID = 1;

    static final BudgetError INSTANCE = new BudgetError();

    private BudgetError() {
        super("the test used up its budget", null, false, false);
    }
}

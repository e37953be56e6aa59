package testudo.runner.sandbox;

/**
 * Thrown into code under test that has used up its {@link Budget}. All throws use the same instance, because
 * the creation of an error takes long.
 */
public final class BudgetError extends Error {
    private static final long serialVersionUID = 1;

    public static final BudgetError INSTANCE = new BudgetError();

    private BudgetError() {
        super("the test used up its budget", null, false, false);
    }
}

package demo;

/** The numbered statements of an account. */
public final class Statement {
    private final Account account;
    private int issued;

    public Statement(Account account) {
        this.account = account;
    }

    /** Returns the text of the next statement. */
    public String next() {
        issued++;
        return "Statement " + Roman.format(issued) + " of " + account.getOwner() + ": "
                + account.getBalance() + mark();
    }

    private String mark() {
        switch (account.status()) {
            case OVERDRAWN: return " (overdrawn)";
            case CLOSED: return " (closed)";
            default: return "";
        }
    }
}

package demo;

/** A bank account with an overdraft limit. */
public class Account {
    public enum Status { OPEN, OVERDRAWN, CLOSED }

    private final String owner;
    private long balance;
    private long limit;
    private boolean closed;

    public Account(String owner) {
        if (owner == null || owner.isEmpty()) {
            throw new IllegalArgumentException("an account needs an owner");
        }
        this.owner = owner;
    }

    public String getOwner() {
        return owner;
    }

    public long getBalance() {
        return balance;
    }

    public void setLimit(long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("negative limit: " + limit);
        }
        this.limit = limit;
    }

    public void deposit(long amount) {
        requireOpen();
        if (amount <= 0) {
            throw new IllegalArgumentException("not a deposit: " + amount);
        }
        balance += amount;
    }

    public boolean withdraw(long amount) {
        requireOpen();
        if (amount <= 0 || amount > balance + limit) {
            return false;
        }
        balance -= amount;
        return true;
    }

    public void close() {
        if (balance != 0) {
            throw new IllegalStateException("balance is " + balance);
        }
        closed = true;
    }

    public Status status() {
        if (closed) {
            return Status.CLOSED;
        }
        return balance < 0 ? Status.OVERDRAWN : Status.OPEN;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
    }
}

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Small pieces of work to be timed with and without anything inserted. */
public final class Loops {
    static int primes(int limit) {
        int found = 0;
        for (int n = 2; n < limit; n++) {
            boolean prime = true;
            for (int d = 2; d * d <= n && prime; d++) {
                prime = n % d != 0;
            }
            if (prime) {
                found++;
            }
        }
        return found;
    }

    static long scan(String text) {
        long sum = 0;
        int number = 0;
        boolean negative = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '-':
                    negative = true;
                    break;
                case ' ':
                case ',':
                    sum += negative ? -number : number;
                    number = 0;
                    negative = false;
                    break;
                default:
                    if (c < '0' || c > '9') {
                        throw new IllegalArgumentException("digit expected");
                    }
                    number = 10 * number + c - '0';
            }
        }
        return sum;
    }

    static int sorted(int size) {
        List<Integer> list = new ArrayList<>();
        int seed = size;
        for (int i = 0; i < size; i++) {
            seed = seed * 1103515245 + 12345;
            int value = seed >>> 16;
            int at = Collections.binarySearch(list, value);
            if (at < 0) {
                list.add(-at - 1, value);
            }
        }
        return list.size();
    }

    /** A test of the usual size: some calls of small methods. */
    static double account(int amount) {
        Account account = new Account(amount % 7);
        account.deposit(amount);
        account.deposit(-1.5);
        if (account.withdraw(amount / 2.0)) {
            account.setLimit(10);
        }
        account.withdraw(1e9);
        return account.balance + account.status();
    }

    static final class Account {
        private static int opened;
        private double balance;
        private double limit = 100;
        private int failures;

        Account(double balance) {
            this.balance = balance;
            opened++;
        }

        void deposit(double amount) {
            if (amount <= 0 || amount > 1e6) {
                failures++;
                return;
            }
            balance += amount;
        }

        boolean withdraw(double amount) {
            if (amount > limit || amount > balance) {
                failures++;
                return false;
            }
            balance -= amount;
            return true;
        }

        void setLimit(double limit) {
            if (limit >= 0) {
                this.limit = limit;
            }
        }

        int status() {
            switch (failures) {
                case 0:
                    return 1;
                case 1:
                    return opened > 3 ? 2 : 3;
                default:
                    return balance < 10 ? 4 : 5;
            }
        }
    }
}

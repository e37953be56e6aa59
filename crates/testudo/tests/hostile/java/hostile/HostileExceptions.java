package hostile;

/** Throws exceptions whose methods throw an exception, never return, or return null. */
public class HostileExceptions {
    public static class Throwing extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw this;
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("no trace");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    public static class Hanging extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            return toString();
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            toString();
            return null;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }

        @Override
        public String toString() {
            while (true) {
                Thread.yield();
            }
        }
    }

    public static class HangsWhenMade extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable fillInStackTrace() {
            while (true) {
                Thread.yield();
            }
        }
    }

    public static class NoTrace extends IllegalArgumentException {
        private static final long serialVersionUID = 1;

        public NoTrace() {
            super(new String[] {"no trace"}[0]);
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }

    public static class Strange extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public StackTraceElement[] getStackTrace() {
            return new StackTraceElement[] {null, new StackTraceElement("nowhere.Nobody", "no", null, -2)};
        }
    }

    public static int ordinaryAge(int age) {
        if (age < 0) {
            throw new IllegalArgumentException("age " + age);
        }
        return age < 18 ? 0 : 1;
    }

    public static void throwing(int number) {
        throw number > 3 ? new Throwing() : new NoTrace();
    }

    public static void hanging() {
        throw new Hanging();
    }

    public static void made() throws Exception {
        throw new HangsWhenMade();
    }

    public static void strange() throws Exception {
        throw new Strange();
    }
}

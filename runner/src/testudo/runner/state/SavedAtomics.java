package testudo.runner.state;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The saved states of atomic variables. */
final class SavedAtomics {
    private SavedAtomics() {}

    /**
     * Saves the state of an atomic variable. Returns null for other objects and for atomic arrays that are
     * too long.
     */
    static SavedState of(Object value) {
        if (value instanceof AtomicInteger) {
            return new OfInteger((AtomicInteger) value);
        }
        if (value instanceof AtomicLong) {
            return new OfLong((AtomicLong) value);
        }
        if (value instanceof AtomicBoolean) {
            return new OfBoolean((AtomicBoolean) value);
        }
        if (value instanceof AtomicReference) {
            return new OfReference((AtomicReference<?>) value);
        }
        if (value instanceof AtomicReferenceArray) {
            AtomicReferenceArray<?> array = (AtomicReferenceArray<?>) value;
            return array.length() <= SavedState.MAX_ARRAY_LENGTH ? new OfReferences(array) : null;
        }
        return null;
    }

    private static final class OfInteger extends SavedState {
        private final AtomicInteger atomic;
        private final int saved;

        OfInteger(AtomicInteger atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class OfLong extends SavedState {
        private final AtomicLong atomic;
        private final long saved;

        OfLong(AtomicLong atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    private static final class OfBoolean extends SavedState {
        private final AtomicBoolean atomic;
        private final boolean saved;

        OfBoolean(AtomicBoolean atomic) {
            this.atomic = atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfReference extends SavedState {
        private final AtomicReference<Object> atomic;
        private final Object saved;

        OfReference(AtomicReference<?> atomic) {
            this.atomic = (AtomicReference<Object>) atomic;
            saved = atomic.get();
        }

        @Override
        void restore() {
            atomic.set(saved);
        }
    }

    @SuppressWarnings("unchecked")
    private static final class OfReferences extends SavedState {
        private final AtomicReferenceArray<Object> atomic;
        private final Object[] saved;

        OfReferences(AtomicReferenceArray<?> atomic) {
            this.atomic = (AtomicReferenceArray<Object>) atomic;
            saved = new Object[atomic.length()];
            for (int i = 0; i < saved.length; i++) {
                saved[i] = atomic.get(i);
            }
        }

        @Override
        void restore() {
            for (int i = 0; i < saved.length; i++) {
                if (atomic.get(i) != saved[i]) {
                    atomic.set(i, saved[i]);
                }
            }
        }
    }
}

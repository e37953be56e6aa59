//! Redirected calls: calls that would end the JVM, that read a clock, that wait, or that return random
//! values.

use classfile::{Instruction, Result, op};

use crate::code_edit::patch::Patch;

/// Redirects calls in the code of a method to the runner:
/// - `System.exit`, `Runtime.exit` and `Runtime.halt` end the test.
/// - Reads of the system clock read the runner's clock, which returns the same times in each run of a test.
/// - Sleeping advances the runner's clock.
/// - Random generators without a seed receive a seed. `Math.random`, `UUID.randomUUID` and
///   `Collections.shuffle` use a generator of the runner.
/// - `ThreadLocalRandom.current` restarts the generator of the thread at the first call in a test.
/// - Calls that read the clock or draw random values inside the JDK are reported to the runner.
///
/// Skips instructions that are already replaced. Calls by reflection, by a method reference such as
/// `System::exit`, or inside the JDK are not redirected.
pub(crate) fn replace(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if let Some(redirect) = redirect(patch, at)?
            && !patch.editor.is_replaced(at)
        {
            patch.editor.replace(at, redirect);
        }
    }
    Ok(())
}

/// Returns the instructions that replace the call at an index, if this call is redirected.
pub(crate) fn redirect(patch: &mut Patch<'_>, at: usize) -> Result<Option<Vec<Instruction>>> {
    let Instruction::Pool { op, index } = patch.code.instructions[at] else { return Ok(None) };
    if !matches!(op, op::INVOKESTATIC | op::INVOKEVIRTUAL | op::INVOKESPECIAL) {
        return Ok(None);
    }
    let callee = patch.constants().member(index)?;
    let (class, method, descriptor) = match (op, callee.class.0, callee.name.0, callee.descriptor.0) {
        (op::INVOKESTATIC, b"java/lang/System", b"exit", _) => ("sandbox/Exit", "exit", "(I)V"),
        (op::INVOKEVIRTUAL, b"java/lang/Runtime", b"exit" | b"halt", _) => {
            ("sandbox/Exit", "exit", "(Ljava/lang/Runtime;I)V")
        }
        (op::INVOKESTATIC, b"java/lang/System", b"currentTimeMillis", _) => {
            ("sandbox/Clock", "millis", "()J")
        }
        (op::INVOKESTATIC, b"java/lang/System", b"nanoTime", _) => ("sandbox/Clock", "nanos", "()J"),
        (op::INVOKESTATIC, b"java/lang/Thread", b"sleep", b"(J)V") => ("sandbox/Clock", "sleep", "(J)V"),
        (op::INVOKESTATIC, b"java/lang/Thread", b"sleep", b"(JI)V") => ("sandbox/Clock", "sleep", "(JI)V"),
        (op::INVOKEVIRTUAL, b"java/util/concurrent/TimeUnit", b"sleep", b"(J)V") => {
            ("sandbox/Clock", "sleep", "(Ljava/util/concurrent/TimeUnit;J)V")
        }
        (op::INVOKESTATIC, b"java/lang/Math" | b"java/lang/StrictMath", b"random", _) => {
            ("sandbox/Randomness", "random", "()D")
        }
        (op::INVOKESTATIC, b"java/util/UUID", b"randomUUID", _) => {
            ("sandbox/Randomness", "uuid", "()Ljava/util/UUID;")
        }
        (op::INVOKESTATIC, b"java/util/Collections", b"shuffle", b"(Ljava/util/List;)V") => {
            ("sandbox/Randomness", "shuffle", "(Ljava/util/List;)V")
        }
        (op::INVOKESPECIAL, b"java/util/Date", b"<init>", b"()V") => {
            return add_argument(patch, ("sandbox/Clock", "millis"), "java/util/Date").map(Some);
        }
        (op::INVOKESPECIAL, b"java/util/Random", b"<init>", b"()V") => {
            return add_argument(patch, ("sandbox/Randomness", "seed"), "java/util/Random").map(Some);
        }
        (op::INVOKESPECIAL, b"java/util/SplittableRandom", b"<init>", b"()V") => {
            return add_argument(patch, ("sandbox/Randomness", "seed"), "java/util/SplittableRandom")
                .map(Some);
        }
        (op::INVOKESTATIC, b"java/util/concurrent/ThreadLocalRandom", b"current", _) => {
            return prepend(patch, ("sandbox/Randomness", "restartThread"), at).map(Some);
        }
        (op, class, method, descriptor)
            if reads_clock(op, class, method, descriptor) || is_random(op, class, method) =>
        {
            return prepend(patch, ("sandbox/Clock", "recordRead"), at).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![patch.call(class, method, descriptor)?]))
}

/// Returns whether a call reads the system clock inside the JDK, or returns a clock that reads the system
/// clock.
fn reads_clock(op: u8, class: &[u8], method: &[u8], descriptor: &[u8]) -> bool {
    match (op, method) {
        (op::INVOKESTATIC, b"now") => {
            class.starts_with(b"java/time/") && !descriptor.starts_with(b"(Ljava/time/Clock;")
        }
        (op::INVOKESTATIC, b"getInstance") => class == b"java/util/Calendar",
        (op::INVOKESTATIC, _) => {
            class == b"java/time/Clock" && (method.starts_with(b"system") || method.starts_with(b"tick"))
        }
        // Constructors with `int` parameters receive the time as arguments.
        (op::INVOKESPECIAL, b"<init>") => {
            class == b"java/util/GregorianCalendar" && !descriptor.starts_with(b"(I")
        }
        _ => false,
    }
}

/// Returns whether a call draws a random value, or creates a random generator that cannot be seeded.
fn is_random(op: u8, class: &[u8], method: &[u8]) -> bool {
    match class {
        b"java/util/Random" => op == op::INVOKEVIRTUAL && method.starts_with(b"next"),
        b"java/security/SecureRandom" => true,
        b"java/util/random/RandomGenerator" => op == op::INVOKESTATIC,
        _ => false,
    }
}

/// Returns a call of a method of the runner, followed by the original instruction.
fn prepend(
    patch: &mut Patch<'_>,
    (runner_class, method): (&str, &str),
    at: usize,
) -> Result<Vec<Instruction>> {
    let call = patch.call(runner_class, method, "()V")?;
    Ok(vec![call, patch.code.instructions[at].clone()])
}

/// Returns a call of the constructor with a `long` parameter, which replaces the call of the constructor
/// without parameters. A method of the runner computes the argument.
fn add_argument(
    patch: &mut Patch<'_>,
    (runner_class, method): (&str, &str),
    class: &str,
) -> Result<Vec<Instruction>> {
    let argument = patch.call(runner_class, method, "()J")?;
    let index = patch.constants_mut().add_method(class, "<init>", "(J)V")?;
    Ok(vec![argument, Instruction::Pool { op: op::INVOKESPECIAL, index }])
}

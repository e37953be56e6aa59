//! Calls that go elsewhere: those that would end the JVM, those that read a clock or have time pass, and those that draw at random.

use classfile::{Instruction, Result, op};

use crate::patch::Patch;

/// Replaces calls of `System.exit`, `Runtime.exit` and `Runtime.halt` by ones that end the test, and reads of the system's
/// clocks by reads of the runner's, which shows the same in every run of a test. Who sleeps moves that clock on. Generators of
/// random numbers that are given no seed are given one. Of clocks that the JDK reads itself, and of what it draws, the runner is told.
///
/// Those that are replaced already are left to whoever did. Those by reflection or by a method reference (`System::exit`) stay, and so do those inside the JDK.
pub(crate) fn replace(patch: &mut Patch<'_>) -> Result<()> {
    for at in 0..patch.code.instructions.len() {
        if let Some(detour) = detour(patch, at)?
            && !patch.editor.is_replaced(at)
        {
            patch.editor.replace(at, detour);
        }
    }
    Ok(())
}

/// What goes in place of an instruction.
pub(crate) fn detour(patch: &mut Patch<'_>, at: usize) -> Result<Option<Vec<Instruction>>> {
    let Instruction::Pool { op, index } = patch.code.instructions[at] else { return Ok(None) };
    if !matches!(op, op::INVOKESTATIC | op::INVOKEVIRTUAL | op::INVOKESPECIAL) {
        return Ok(None);
    }
    let callee = patch.constants().member(index)?;
    let (class, method, descriptor) = match (op, callee.class.0, callee.name.0, callee.descriptor.0) {
        (op::INVOKESTATIC, b"java/lang/System", b"exit", _) => ("Exit", "exit", "(I)V"),
        (op::INVOKEVIRTUAL, b"java/lang/Runtime", b"exit" | b"halt", _) => {
            ("Exit", "exit", "(Ljava/lang/Runtime;I)V")
        }
        (op::INVOKESTATIC, b"java/lang/System", b"currentTimeMillis", _) => ("Clock", "millis", "()J"),
        (op::INVOKESTATIC, b"java/lang/System", b"nanoTime", _) => ("Clock", "nanos", "()J"),
        (op::INVOKESTATIC, b"java/lang/Thread", b"sleep", b"(J)V") => ("Clock", "sleep", "(J)V"),
        (op::INVOKESTATIC, b"java/lang/Thread", b"sleep", b"(JI)V") => ("Clock", "sleep", "(JI)V"),
        (op::INVOKEVIRTUAL, b"java/util/concurrent/TimeUnit", b"sleep", b"(J)V") => {
            ("Clock", "sleep", "(Ljava/util/concurrent/TimeUnit;J)V")
        }
        (op::INVOKESTATIC, b"java/lang/Math" | b"java/lang/StrictMath", b"random", _) => {
            ("Chance", "random", "()D")
        }
        (op::INVOKESTATIC, b"java/util/UUID", b"randomUUID", _) => ("Chance", "uuid", "()Ljava/util/UUID;"),
        (op::INVOKESTATIC, b"java/util/Collections", b"shuffle", b"(Ljava/util/List;)V") => {
            ("Chance", "shuffle", "(Ljava/util/List;)V")
        }
        (op::INVOKESPECIAL, b"java/util/Date", b"<init>", b"()V") => {
            return given(patch, ("Clock", "millis"), "java/util/Date").map(Some);
        }
        (op::INVOKESPECIAL, b"java/util/Random", b"<init>", b"()V") => {
            return given(patch, ("Chance", "seed"), "java/util/Random").map(Some);
        }
        (op::INVOKESPECIAL, b"java/util/SplittableRandom", b"<init>", b"()V") => {
            return given(patch, ("Chance", "seed"), "java/util/SplittableRandom").map(Some);
        }
        (op, class, method, descriptor)
            if reads_clock(op, class, method, descriptor) || draws(op, class, method) =>
        {
            return look(patch, at).map(Some);
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![patch.call(class, method, descriptor)?]))
}

/// Whether a call reads the system's clock inside the JDK, or gives what does.
fn reads_clock(op: u8, class: &[u8], method: &[u8], descriptor: &[u8]) -> bool {
    match (op, method) {
        (op::INVOKESTATIC, b"now") => {
            class.starts_with(b"java/time/") && !descriptor.starts_with(b"(Ljava/time/Clock;")
        }
        (op::INVOKESTATIC, b"getInstance") => class == b"java/util/Calendar",
        (op::INVOKESTATIC, _) => {
            class == b"java/time/Clock" && (method.starts_with(b"system") || method.starts_with(b"tick"))
        }
        // Those of numbers are given a time.
        (op::INVOKESPECIAL, b"<init>") => {
            class == b"java/util/GregorianCalendar" && !descriptor.starts_with(b"(I")
        }
        _ => false,
    }
}

/// Whether a call draws at random, or makes a generator that no seed can make draw the same again.
fn draws(op: u8, class: &[u8], method: &[u8]) -> bool {
    match class {
        b"java/util/Random" => op == op::INVOKEVIRTUAL && method.starts_with(b"next"),
        b"java/security/SecureRandom" => true,
        b"java/util/concurrent/ThreadLocalRandom" => op == op::INVOKESTATIC,
        b"java/util/random/RandomGenerator" => op == op::INVOKESTATIC,
        _ => false,
    }
}

/// The same instruction, and the runner knows of it.
fn look(patch: &mut Patch<'_>, at: usize) -> Result<Vec<Instruction>> {
    let look = patch.call("Clock", "look", "()V")?;
    Ok(vec![look, patch.code.instructions[at].clone()])
}

/// In place of a constructor without arguments the one that takes a `long`, which the runner gives.
fn given(patch: &mut Patch<'_>, (from, method): (&str, &str), class: &str) -> Result<Vec<Instruction>> {
    let given = patch.call(from, method, "()J")?;
    let index = patch.constants_mut().add_method(class, "<init>", "(J)V")?;
    Ok(vec![given, Instruction::Pool { op: op::INVOKESPECIAL, index }])
}

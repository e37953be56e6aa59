//! Reasons why a class or a part of it cannot be tested, with a remedy if there is one.

use types::{ClassKind, Jdk, World, package_of};
use vm::InitFailure;

use super::Subject;
use crate::error::{Cause, Error};

/// Returns why a class has nothing that a test can call.
pub fn nothing_to_call(world: &World, subject: &Subject) -> Error {
    let class = world.class(subject.class);
    let (message, remedy) = match class.kind {
        ClassKind::Annotation => ("an annotation has no code to test", ""),
        ClassKind::Interface => (
            "the interface has no default or static method to test",
            "name a class that implements the interface",
        ),
        _ if !world.is_accessible_class(subject.class, package_of(&class.name)) => (
            "no test can use the class, because it is private, local or anonymous",
            "name the class that contains it",
        ),
        _ if subject.program.methods.is_empty() => ("the class has no code to test", ""),
        _ => ("the class has no method, constructor or field that a test in its package can use", ""),
    };
    Error::with_remedy(Cause::NothingToTest, message.to_owned(), remedy.to_owned())
}

/// Returns why a class does not load, verify or initialise. The message continues a sentence that begins with
/// the name of the class.
pub fn describe(failure: &InitFailure, jdk: &Jdk) -> Error {
    let (message, remedy) = reason_and_remedy(failure, jdk);
    Error::with_remedy(Cause::DoesNotLoad, format!("does not load{message}"), remedy)
}

fn reason_and_remedy(failure: &InitFailure, jdk: &Jdk) -> (String, String) {
    let Some(thrown) = &failure.thrown else {
        return (": its static initialiser does not end, or crashes the JVM".to_owned(), String::new());
    };
    let message = failure.message.as_deref().and_then(|message| message.lines().next()).unwrap_or_default();
    match &**thrown.class() {
        "java.lang.NoClassDefFoundError" | "java.lang.ClassNotFoundException" if !message.contains(' ') => {
            let missing_class = message.replace('/', ".");
            (
                format!(": it needs {missing_class}, which is not on the class path"),
                format!("add the jar that contains {missing_class} to --classpath"),
            )
        }
        "java.lang.VerifyError" | "java.lang.ClassFormatError" => {
            let reason = format!(": the JVM rejects the code of the class ({message})");
            (reason, "compile the class again".to_owned())
        }
        "java.lang.UnsupportedClassVersionError" => {
            let reason = format!(", because the JDK is too old: {message}");
            let newer = java_version(message).and_then(|version| jdk.find_other(version));
            let remedy = match newer {
                Some(newer) => format!("name a newer JDK, such as --jdk {}", newer.home.display()),
                None => "name a newer JDK with --jdk".to_owned(),
            };
            (reason, remedy)
        }
        "testudo.runner.sandbox.ExitError" => {
            (": its static initialiser ends the JVM".to_owned(), String::new())
        }
        class => {
            let colon = if message.is_empty() { "" } else { ": " };
            (format!(": its static initialiser throws {class}{colon}{message}"), String::new())
        }
    }
}

/// Returns the Java version for which a class was compiled. `message` is the message of an
/// `UnsupportedClassVersionError`.
fn java_version(message: &str) -> Option<u32> {
    let (_, rest) = message.split_once("class file version ")?;
    rest.split('.').next()?.parse::<u32>().ok()?.checked_sub(44)
}

/// Returns a warning for each part of a class that Testudo skips, with the reason.
pub fn warnings(world: &World, subject: &Subject, failures: &[InitFailure]) -> Vec<String> {
    let name = world.name(subject.class);
    let is_own = |member: &str| {
        member.strip_prefix(&**name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '$']))
    };
    let missing_members = world.skipped().into_iter().filter(|(member, _)| is_own(member));
    let missing_members = missing_members.map(|(member, class)| {
        format!(
            "{member} is skipped: {class} is not on the class path; add the jar that contains {class} to --classpath"
        )
    });
    let damaged_methods = subject.program.undecoded.iter().map(|method| {
        format!("{}.{} is skipped: {}", method.class.replace('/', "."), method.name, method.error)
    });
    let describe = |failure: &InitFailure| format!("{} {}", failure.class, describe(failure, world.jdk()));
    let failures = failures.iter().map(describe);
    missing_members.chain(damaged_methods).chain(failures).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_the_jvm_tells_the_java_version_of_a_class() {
        let message = "lib/Money has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0";
        assert_eq!(java_version(message), Some(21));
        assert_eq!(java_version("lib/Money"), None);
    }
}

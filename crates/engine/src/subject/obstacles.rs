//! Reasons why a class or a part of it cannot be tested, with a remedy if there is one.

use types::{Kind, World, package_of};
use vm::InitFailure;

use super::Subject;

/// Returns why a class has nothing that a test can call.
pub fn nothing_to_call(world: &World, subject: &Subject) -> String {
    let class = world.class(subject.class);
    match class.kind {
        Kind::Annotation => "an annotation has no code to test".to_owned(),
        Kind::Interface => {
            "the interface has no default or static method to test; name a class that implements the interface"
                .to_owned()
        }
        _ if !world.is_accessible_class(subject.class, package_of(&class.name)) => {
            "no test can use the class, because it is private, local or anonymous; name the class that contains it"
                .to_owned()
        }
        _ if subject.program.methods.is_empty() => "the class has no code to test".to_owned(),
        _ => "the class has no method, constructor or field that a test in its package can use".to_owned(),
    }
}

/// Returns why a class does not load, verify or initialise. The text continues a sentence that begins with
/// the name of the class.
pub fn describe(failure: &InitFailure) -> String {
    let Some(thrown) = &failure.thrown else {
        return "does not load: its static initialiser does not end, or crashes the JVM".to_owned();
    };
    let message = failure.message.as_deref().and_then(|message| message.lines().next()).unwrap_or_default();
    match &**thrown.class() {
        "java.lang.NoClassDefFoundError" | "java.lang.ClassNotFoundException" if !message.contains(' ') => {
            let missing_class = message.replace('/', ".");
            format!(
                "does not load: it needs {missing_class}, which is not on the class path; add the jar that contains {missing_class} to --classpath"
            )
        }
        "java.lang.VerifyError" | "java.lang.ClassFormatError" => {
            format!(
                "does not load: the JVM rejects the code of the class ({message}); compile the class again"
            )
        }
        "java.lang.UnsupportedClassVersionError" => {
            format!("does not load, because the JDK is too old: {message}; name a newer JDK with --jdk")
        }
        "testudo.runner.sandbox.ExitError" => "does not load: its static initialiser ends the JVM".to_owned(),
        class => {
            let colon = if message.is_empty() { "" } else { ": " };
            format!("does not load: its static initialiser throws {class}{colon}{message}")
        }
    }
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
    let failures = failures.iter().map(|failure| format!("{} {}", failure.class, describe(failure)));
    missing_members.chain(damaged_methods).chain(failures).collect()
}

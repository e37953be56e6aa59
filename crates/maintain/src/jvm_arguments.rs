//! The arguments of the JVM that runs a module's tests which Testudo passes to its own JVMs.

/// Options that open or export packages of modules.
const MODULE_OPTIONS: [&str; 2] = ["--add-opens", "--add-exports"];

/// System properties that Testudo sets itself.
const OWN_PROPERTIES: [&str; 2] = ["java.", "user."];

/// Returns the arguments that code under test can depend on and that have no effect outside the JVM: opened
/// and exported packages, system properties, and the size of the stack. Drops the other ones, such as agents
/// and the size of the heap, and arguments with a placeholder that the build does not replace.
pub(crate) fn jvm_arguments(arguments: &[String]) -> Vec<String> {
    let mut passed = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        // The value of such an option can be an argument of its own.
        let argument = match MODULE_OPTIONS.contains(&argument.as_str()) {
            true => rest.next().map(|value| format!("{argument}={value}")),
            false => Some(argument.clone()),
        };
        passed.extend(argument.filter(|argument| is_passed(argument)));
    }
    passed
}

fn is_passed(argument: &str) -> bool {
    let has_placeholder = argument.contains("${") || argument.contains("@{");
    let is_module_option = || {
        let value = MODULE_OPTIONS.iter().find_map(|option| argument.strip_prefix(option));
        value.is_some_and(|value| value.starts_with('='))
    };
    let is_property = || {
        let name = argument.strip_prefix("-D");
        name.is_some_and(|name| !OWN_PROPERTIES.iter().any(|prefix| name.starts_with(prefix)))
    };
    !has_placeholder && (is_module_option() || is_property() || argument.starts_with("-Xss"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(|&argument| argument.to_owned()).collect();
        assert_eq!(jvm_arguments(&arguments), expected);
    }

    #[test]
    fn opened_packages_properties_and_the_size_of_the_stack_are_passed() {
        let arguments = ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-Dmode=test a", "-Dflag", "-Xss4m"];
        check(&arguments, &arguments);
        check(
            &["--add-exports", "java.base/sun.net=ALL-UNNAMED", "-Da=b"],
            &["--add-exports=java.base/sun.net=ALL-UNNAMED", "-Da=b"],
        );
    }

    #[test]
    fn agents_memory_files_and_properties_that_testudo_sets_are_not_passed() {
        check(&["-javaagent:mockito.jar", "-Xmx2g", "-XX:+HeapDumpOnOutOfMemoryError", "-ea", "@file"], &[]);
        check(&["-Djava.io.tmpdir=/tmp", "-Duser.home=/root", "--add-modules=a", "--add-opens"], &[]);
    }

    #[test]
    fn arguments_with_placeholders_are_not_passed() {
        check(&["@{argLine}", "-Ddir=${some.folder}", "-Da=@{b}", "-Dprice=5$"], &["-Dprice=5$"]);
    }
}

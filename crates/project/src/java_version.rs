//! Finds out from the output of a failed build that the JDK is too old.

/// Messages of build tools that name the oldest suitable version of Java. Each has the text before the
/// version, and the text after it.
const MESSAGES: [(&str, &str); 6] = [
    // The enforcer plugin of Maven.
    ("is not in the allowed range [", ",)"),
    // javac.
    ("release version ", " not supported"),
    ("invalid source release: ", ""),
    ("invalid target release: ", ""),
    // Gradle.
    ("requires at least JVM runtime version ", "."),
    ("Gradle requires JVM ", " or later"),
];

/// Returns the oldest version of Java that a failed build needs, if its output names this version.
pub(crate) fn needed(output: &str) -> Option<u32> {
    output.lines().find_map(needed_in_line)
}

fn needed_in_line(line: &str) -> Option<u32> {
    MESSAGES.iter().find_map(|(before, after)| {
        let (_, rest) = line.split_once(before)?;
        let digits = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (version, rest) = rest.split_at(digits);
        version.parse().ok().filter(|_| rest.starts_with(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_needed_version_is_read_from_the_messages_of_build_tools() {
        let messages = [
            "[ERROR] Detected JDK version 17.0.15 (JAVA_HOME=/jdk) is not in the allowed range [21,).",
            "[ERROR] Fatal error compiling: error: release version 21 not supported -> [Help 1]",
            "error: invalid source release: 21",
            "Dependency requires at least JVM runtime version 21. This build uses a Java 17 JVM.",
            "Gradle requires JVM 21 or later to run.",
        ];
        for message in messages {
            assert_eq!(needed(&format!("first line\n{message}\n")), Some(21), "{message}");
        }
    }

    #[test]
    fn other_messages_and_ranges_with_an_end_name_no_needed_version() {
        let messages = [
            "[ERROR] Detected JDK version 17.0.15 is not in the allowed range [8,17).",
            "[ERROR] cannot find symbol",
            "release version 21 is out",
        ];
        for message in messages {
            assert_eq!(needed(message), None, "{message}");
        }
    }
}

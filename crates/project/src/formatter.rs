//! Maven plugins that refuse sources in another format, and that can format sources.

/// The plugins, by artifact, with the goals that format sources.
const PLUGINS: [(&str, &str); 6] = [
    ("fmt-maven-plugin", "format"),
    ("formatter-maven-plugin", "format"),
    ("impsort-maven-plugin", "sort"),
    ("license-maven-plugin", "format"),
    ("spotless-maven-plugin", "apply"),
    ("spring-javaformat-maven-plugin", "apply"),
];

/// A plugin in a project's build that formats sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Formatter {
    /// Group, artifact and version: `com.diffplug.spotless:spotless-maven-plugin:2.44.0`.
    plugin: String,
    /// Goal that formats sources.
    goal: &'static str,
    /// Identifier of the execution in the build file that contains the configuration.
    execution: String,
}

impl Formatter {
    /// Returns the formatter if a build failed because its plugin refused the format of sources. `output` is
    /// the output of Maven.
    pub(crate) fn demanded_by(output: &str) -> Option<Formatter> {
        let (_, failure) = output.split_once("Failed to execute goal ")?;
        let (failed_goal, rest) = failure.split_once(" (")?;
        let (execution, _) = rest.split_once(')')?;
        let (plugin, _) = failed_goal.rsplit_once(':')?;
        let artifact = plugin.split(':').nth(1)?;
        let (_, goal) = PLUGINS.into_iter().find(|(name, _)| *name == artifact)?;
        Some(Formatter { plugin: plugin.to_owned(), goal, execution: execution.to_owned() })
    }

    /// Returns the goal, as Maven's command line names it.
    pub(crate) fn goal(&self) -> String {
        format!("{}:{}@{}", self.plugin, self.goal, self.execution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_check_of_the_format_names_the_goal_that_formats_sources() {
        let output = "[ERROR] Failed to execute goal io.spring.javaformat:spring-javaformat-maven-plugin:0.0.47:\
                      validate (default) on project shop: Formatting violations found in the following files:";
        assert_eq!(
            Formatter::demanded_by(output).map(|it| it.goal()).as_deref(),
            Some("io.spring.javaformat:spring-javaformat-maven-plugin:0.0.47:apply@default")
        );
    }

    #[test]
    fn another_failure_demands_no_formatter() {
        let output = "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.3:test \
                      (default-test) on project shop: There are test failures.";
        assert_eq!(Formatter::demanded_by(output), None);
    }
}

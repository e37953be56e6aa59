//! Annotations: findings about a file, in the form that a CI service shows beside the code.

use std::path::PathBuf;

/// A finding about a file.
pub struct Annotation {
    /// The kind of the finding, such as `Changed behaviour`.
    pub title: &'static str,
    /// The file, if it is known.
    pub file: Option<PathBuf>,
    /// The line, from 1, if it is known.
    pub line: Option<u32>,
    /// The finding.
    pub message: String,
}

impl Annotation {
    /// Returns the annotation as a workflow command of GitHub Actions.
    pub fn for_github(&self) -> String {
        let file = self.file.as_ref().map(|file| format!("file={},", property(&file.to_string_lossy())));
        let line = self.line.filter(|_| file.is_some()).map(|line| format!("line={line},"));
        let (file, line) = (file.unwrap_or_default(), line.unwrap_or_default());
        format!("::warning {file}{line}title={}::{}", property(self.title), data(&self.message))
    }
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_with_a_meaning_in_workflow_commands_are_escaped() {
        let mut annotation = Annotation {
            title: "Changed behaviour",
            file: Some("/a,b:c/T.java".into()),
            line: Some(3),
            message: "100 %:\r\n::error::x".to_owned(),
        };
        let expected =
            "::warning file=/a%2Cb%3Ac/T.java,line=3,title=Changed behaviour::100 %25:%0D%0A::error::x";
        assert_eq!(annotation.for_github(), expected);
        annotation.file = None;
        assert_eq!(annotation.for_github(), "::warning title=Changed behaviour::100 %25:%0D%0A::error::x");
    }
}

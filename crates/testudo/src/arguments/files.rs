//! Reads arguments from files: `@FILE` as an argument, and `@FILE` as a class path.

use std::ffi::OsString;
use std::fs;
use std::iter::once;
use std::path::PathBuf;

/// Options whose value is a class path. [`expand`] does not expand these values: [`class_path`] reads their
/// `@FILE`.
const CLASS_PATH_OPTIONS: [&str; 4] = ["--classpath", "-c", "--test-classpath", "--existing-tests"];

/// Entries of a class path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassPath(pub Vec<PathBuf>);

/// Parses a class path. Entries are separated by the path separator of the system, as for `java`. `@FILE`
/// names a file with one or more class paths, one on each line.
pub fn class_path(text: &str) -> Result<ClassPath, String> {
    let entries = match text.strip_prefix('@') {
        None => std::env::split_paths(text).collect(),
        Some(file) => {
            let text = fs::read_to_string(file).map_err(|error| {
                format!("cannot read {file}: {error}; name a file that lists the class path")
            })?;
            text.lines().flat_map(|line| std::env::split_paths(line.trim()).collect::<Vec<_>>()).collect()
        }
    };
    let is_nonempty = |entry: &PathBuf| !entry.as_os_str().is_empty();
    Ok(ClassPath(Vec::into_iter(entries).filter(is_nonempty).collect()))
}

/// Replaces each argument `@FILE` by the lines of the file. Does not change the values of class path options.
///
/// # Errors
/// Returns a message if a file cannot be read.
pub fn expand(arguments: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut expanded: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_class_path = expanded
            .last()
            .and_then(|last| last.to_str())
            .is_some_and(|last| CLASS_PATH_OPTIONS.contains(&last));
        match argument.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(file) if !is_class_path => {
                let file = file.to_owned();
                let lines =
                    argfile::expand_args_from(once(argument), argfile::parse_fromfile, argfile::PREFIX);
                expanded.extend(lines.map_err(|error| {
                    format!("cannot read {file}: {error}; name a file with one argument on each line")
                })?);
            }
            _ => expanded.push(argument),
        }
    }
    Ok(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expands arguments. In the arguments and in the result, the word `FILE` replaces the path of a file
    /// with `content`.
    fn expand_with_file(content: &str, arguments: &[&str]) -> Vec<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, content).unwrap();
        let path = file.path().to_str().unwrap();
        let arguments = arguments.iter().map(|it| it.replace("FILE", path).into());
        let expanded = expand(arguments).unwrap();
        expanded.into_iter().map(|it| it.into_string().unwrap().replace(path, "FILE")).collect()
    }

    #[test]
    fn each_line_of_an_argument_file_is_one_argument() {
        assert_eq!(
            expand_with_file("--class\ndemo.Two Words\n", &["generate", "@FILE", "--json"]),
            ["generate", "--class", "demo.Two Words", "--json"]
        );
    }

    #[test]
    fn a_file_after_a_class_path_option_is_not_expanded() {
        assert_eq!(expand_with_file("a.jar", &["--classpath", "@FILE"]), ["--classpath", "@FILE"]);
    }

    #[test]
    fn the_error_for_a_missing_argument_file_contains_its_name() {
        let error = expand([OsString::from("@gone.txt")].into_iter()).unwrap_err();
        assert!(error.contains("gone.txt") && error.contains("one argument on each line"), "{error}");
    }

    #[test]
    fn a_class_path_is_split_at_separators_and_a_class_path_file_also_at_lines() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = std::env::join_paths(["a.jar", "b.jar"]).unwrap().into_string().unwrap();
        fs::write(&file, format!("{text}\nc.jar\n\n")).unwrap();
        let expected = ["a.jar", "b.jar", "c.jar"].map(PathBuf::from);
        assert_eq!(class_path(&format!("@{}", file.path().display())).unwrap().0, expected);
        assert_eq!(class_path(&text).unwrap().0, expected[..2]);
        assert!(class_path("@gone.txt").unwrap_err().contains("gone.txt"));
    }
}

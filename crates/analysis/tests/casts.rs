//! Tests of the cast types of inputs. The cases are in `tests/casts/*.md`.

mod literate;

use std::path::Path;

use analysis::casts::{BytecodeInput, Part, casts};
use classfile::ClassFile;

#[test]
fn cast_types_are_as_described_in_the_markdown_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/casts");
    let sections = literate::check(&folder, |section| {
        let cast_types = casts(&section.classes.iter().collect::<Vec<&ClassFile>>());
        cast_types.iter().map(|((input, part), classes)| line(input, *part, classes.iter())).collect()
    });
    assert!(sections > 5);
}

/// Describes in one line the casts of an input, or the casts of its elements, keys or values.
fn line<'a>(input: &BytecodeInput, part: Part, classes: impl Iterator<Item = &'a String>) -> String {
    let input = match input {
        BytecodeInput::Parameter { method, index } => format!("{}({index})", method.name),
        BytecodeInput::Field(field) => field.name.clone(),
    };
    let part = match part {
        Part::Itself => "",
        Part::Element => " elements",
        Part::Key => " keys",
        Part::Value => " values",
    };
    let classes: Vec<&str> = classes.map(|class| class.rsplit('/').next().unwrap_or(class)).collect();
    format!("{input}{part}: {}\n", classes.join(", "))
}

//! The names of the classes of a module that tests can be generated for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use cafebabe::attributes::{Annotation, AttributeData, InnerClassAccessFlags};
use cafebabe::descriptors::FieldType;
use cafebabe::{ClassAccessFlags, ParseOptions, parse_class_with_options};

use crate::{ClassFiles, Module};

/// The facts about a class that decide whether tests are generated for it.
struct Class {
    /// The names of the classes that enclose the class, from the innermost to the outermost.
    enclosing: Vec<String>,
    /// Whether the class is no class that people wrote for use from outside: it is synthetic, private, local,
    /// anonymous or generated.
    is_excluded: bool,
}

impl Module {
    /// Returns the binary names of the main classes that tests can be generated for, sorted: for example
    /// `com.acme.Outer$Nested`.
    ///
    /// The result omits `module-info`, `package-info`, and these classes with all classes nested in them:
    /// - synthetic, private, local and anonymous classes
    /// - classes with an annotation `Generated` of any package that the compiler stores in class files
    /// - classes whose source file is in a generated source root
    ///
    /// A file that is not a valid class file is included, so that the caller can report it. `files` are the
    /// class files of the project.
    pub fn class_names(&self, files: &ClassFiles) -> Vec<String> {
        let mut classes = BTreeMap::new();
        for file in self.classes.iter().flat_map(|folder| files.in_folder(folder)) {
            if let Some(class) = self.read_class(&file.name, &file.content) {
                classes.insert(file.name.clone(), class);
            }
        }
        let excluded: BTreeSet<&String> =
            classes.iter().filter(|(_, class)| class.is_excluded).map(|(name, _)| name).collect();
        let is_included = |name: &String, class: &Class| {
            !excluded.contains(name) && !class.enclosing.iter().any(|outer| excluded.contains(outer))
        };
        let included = classes.iter().filter(|(name, class)| is_included(name, class));
        included.map(|(name, _)| name.replace('/', ".")).collect()
    }

    /// Reads a class file. `name` is the expected name with slashes. Returns `None` for a file that declares
    /// no class of that name: `module-info`, `package-info`, or a class of another release below
    /// `META-INF/versions`.
    fn read_class(&self, name: &str, bytes: &[u8]) -> Option<Class> {
        let mut options = ParseOptions::default();
        options.parse_bytecode(false);
        let Ok(file) = parse_class_with_options(bytes, &options) else {
            return Some(Class { enclosing: Vec::new(), is_excluded: false });
        };
        if file.access_flags.contains(ClassAccessFlags::MODULE)
            || name.ends_with("package-info")
            || file.this_class.to_string() != name
        {
            return None;
        }
        let mut class = Class {
            enclosing: Vec::new(),
            is_excluded: file.access_flags.contains(ClassAccessFlags::SYNTHETIC),
        };
        let mut source_file = None;
        for attribute in &file.attributes {
            match &attribute.data {
                AttributeData::Synthetic | AttributeData::EnclosingMethod { .. } => class.is_excluded = true,
                AttributeData::RuntimeVisibleAnnotations(annotations)
                | AttributeData::RuntimeInvisibleAnnotations(annotations) => {
                    class.is_excluded |= annotations.iter().any(is_generated_annotation);
                }
                AttributeData::SourceFile(file) => source_file = Some(file.to_string()),
                AttributeData::InnerClasses(entries) => {
                    let mut current = name.to_owned();
                    while let Some(entry) = entries.iter().find(|entry| entry.inner_class_info == *current) {
                        let hidden = InnerClassAccessFlags::PRIVATE | InnerClassAccessFlags::SYNTHETIC;
                        class.is_excluded |= entry.access_flags.intersects(hidden);
                        let Some(outer) = &entry.outer_class_info else {
                            class.is_excluded = true;
                            break;
                        };
                        // A damaged class file could enclose a class in itself.
                        if class.enclosing.iter().any(|it| it == outer) {
                            break;
                        }
                        class.enclosing.push(outer.to_string());
                        current = outer.to_string();
                    }
                }
                _ => {}
            }
        }
        class.is_excluded |= source_file.is_some_and(|file| self.is_generated_source(name, &file));
        Some(class)
    }

    /// Returns whether the build generated the source file of a class.
    fn is_generated_source(&self, class: &str, file: &str) -> bool {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let source = Path::new(package).join(file);
        let exists_in = |roots: &[PathBuf]| roots.iter().any(|root| root.join(&source).is_file());
        exists_in(&self.generated_source_roots) && !exists_in(&self.source_roots)
    }
}

/// Returns whether an annotation marks generated code. Several libraries define such an annotation.
fn is_generated_annotation(annotation: &Annotation) -> bool {
    match &annotation.type_descriptor.field_type {
        FieldType::Object(name) => {
            let name = name.to_string();
            name.rsplit(['/', '$']).next() == Some("Generated")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use fixtures::JavaSources;
    use tempfile::TempDir;

    use super::*;

    /// Returns a module with the compiled classes of sources. The paths of generated sources start with
    /// `generated/`.
    fn module(sources: &[(&str, &str)]) -> (TempDir, Module) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let mut java = JavaSources::new();
        for (path, text) in sources {
            let file = root.join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            java = java.text(path, text);
        }
        java.compile_into(&root.join("classes"));
        let module = Module {
            classes: vec![root.join("classes")],
            source_roots: vec![root.join("written")],
            generated_source_roots: vec![root.join("generated")],
            ..Module::default()
        };
        (folder, module)
    }

    fn class_names(module: &Module) -> Vec<String> {
        module.class_names(&ClassFiles::read(std::slice::from_ref(module)).unwrap())
    }

    #[test]
    fn only_classes_that_people_wrote_for_use_from_outside_are_named() {
        let outer = "package a; public class Outer {
            Object local() { class Local { class Inner {} } return new Local(); }
            Runnable anonymous = new Runnable() { public void run() {} };
            enum Nested { ONE { void m() {} }; void m() {} interface Deep {} }
            private static class Hidden { static class Inner {} }
        }";
        let (_folder, module) = module(&[
            ("written/a/Outer.java", outer),
            ("written/a/package-info.java", "@Deprecated package a;"),
            ("written/b/Generated.java", "package b; public @interface Generated {}"),
            ("written/a/Marked.java", "package a; @b.Generated class Marked { static class Nested {} }"),
            ("generated/a/Parser.java", "package a; class Parser { class Nested {} } class Beside {}"),
        ]);
        let expected = ["a.Outer", "a.Outer$Nested", "a.Outer$Nested$Deep", "b.Generated"];
        assert_eq!(class_names(&module), expected);
    }

    #[test]
    fn a_damaged_class_file_is_named_and_a_class_of_another_release_is_not() {
        let (folder, module) = module(&[("written/A.java", "class A {}")]);
        let classes = folder.path().join("classes");
        fs::create_dir_all(classes.join("META-INF/versions/9")).unwrap();
        fs::copy(classes.join("A.class"), classes.join("META-INF/versions/9/A.class")).unwrap();
        fs::write(classes.join("Damaged.class"), "no class").unwrap();
        assert_eq!(class_names(&module), ["A", "Damaged"]);
    }
}

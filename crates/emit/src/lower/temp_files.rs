//! Files in the test's folder for temporary files.

use testcase::Stored;
use types::Type;

use super::{ConversionContext, TestLowering};
use crate::ast::{ClassName, Expr, Qualifier};
use crate::dialect::Framework;
use crate::names;

impl TestLowering<'_> {
    /// Returns an expression that creates a file and returns its path or its `java.io.File`:
    /// `Files.write(tempDir.resolve("name"), text.getBytes(StandardCharsets.UTF_8)).toFile()`.
    pub(super) fn temp_file(&mut self, name: &str, stored: Stored, ty: &Type) -> Expr {
        self.context.needs_temp_dir.set(true);
        let path = call(self.temp_dir(), "resolve", vec![Expr::String(name.encode_utf16().collect())]);
        let path = match stored {
            Stored::Nothing => path,
            Stored::Folder => call_of_files("createDirectories", vec![path]),
            Stored::Text(content) => {
                let text = self.operand(content, ConversionContext::Invocation).expr;
                let charsets = ClassName::top_level("java.nio.charset", "StandardCharsets");
                let charset = Expr::Field(Qualifier::Class(charsets), "UTF_8".to_owned());
                call_of_files("write", vec![path, call(text, "getBytes", vec![charset])])
            }
        };
        let is_file = ty.class_id().is_some_and(|class| &**self.context.world.name(class) == "java.io.File");
        if is_file { call(path, "toFile", Vec::new()) } else { path }
    }

    /// Returns the `java.nio.file.Path` of the folder.
    fn temp_dir(&self) -> Expr {
        let field = Expr::Name(names::TEMP_DIR.to_owned());
        match self.context.dialect.framework {
            Framework::JUnit4 => call(call(field, "getRoot", Vec::new()), "toPath", Vec::new()),
            Framework::JUnit5 | Framework::TestNg => field,
        }
    }
}

fn call(receiver: Expr, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { qualifier: Qualifier::Value(Box::new(receiver)), name: name.to_owned(), args }
}

fn call_of_files(name: &str, args: Vec<Expr>) -> Expr {
    let files = ClassName::top_level("java.nio.file", "Files");
    Expr::Call { qualifier: Qualifier::Class(files), name: name.to_owned(), args }
}

//! Expressions for files in the test's folder for temporary files.

use testcase::Stored;
use types::Type;

use super::TestLowering;
use super::expressions::ConversionContext;
use crate::ast::{ClassName, Expr};
use crate::dialect::Framework;
use crate::names;

impl TestLowering<'_> {
    /// Returns an expression for a path or a `java.io.File`. If `stored` is a text or a folder, the
    /// expression also creates the file or folder:
    /// `Files.write(tempDir.resolve("name"), text.getBytes(StandardCharsets.UTF_8)).toFile()`.
    pub(super) fn temp_file(&mut self, name: &str, stored: Stored, ty: &Type) -> Expr {
        self.context.needs_temp_dir.set(true);
        let path = Expr::call_on(self.temp_dir(), "resolve", vec![Expr::string(name)]);
        let path = match stored {
            Stored::Nothing => path,
            Stored::Folder => files_call("createDirectories", vec![path]),
            Stored::Text(content) => {
                let text = self.operand(content, ConversionContext::Invocation).expr;
                files_call("write", vec![path, Expr::utf_8_bytes(text)])
            }
        };
        let is_file = ty.class_id().is_some_and(|class| &**self.context.world.name(class) == "java.io.File");
        if is_file { Expr::call_on(path, "toFile", Vec::new()) } else { path }
    }

    /// Returns an expression for the `java.nio.file.Path` of the folder for temporary files.
    fn temp_dir(&self) -> Expr {
        let field = Expr::Name(names::TEMP_DIR.to_owned());
        match self.context.dialect.framework {
            Framework::JUnit4 => {
                Expr::call_on(Expr::call_on(field, "getRoot", Vec::new()), "toPath", Vec::new())
            }
            Framework::JUnit5 | Framework::TestNg => field,
        }
    }
}

fn files_call(name: &str, args: Vec<Expr>) -> Expr {
    Expr::static_call(ClassName::top_level("java.nio.file", "Files"), name, args)
}

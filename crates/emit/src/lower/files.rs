//! Files in the folder that is made for a test.

use testcase::Stored;
use types::Type;

use super::{Lowering, Use};
use crate::dialect::Framework;
use crate::java::{ClassName, Expr, Scope};
use crate::names;

impl Lowering<'_> {
    /// `Files.write(tempDir.resolve("name"), text.getBytes(StandardCharsets.UTF_8)).toFile()`.
    pub(super) fn temp_file(&mut self, name: &str, stored: Stored, ty: &Type) -> Expr {
        self.place.temp_dir.set(true);
        let folder = self.folder();
        let path = call(folder, "resolve", vec![Expr::String(name.encode_utf16().collect())]);
        let path = match stored {
            Stored::Nothing => path,
            Stored::Folder => of_files("createDirectories", vec![path]),
            Stored::Text(content) => {
                let text = self.operand(content, Use::Passed).expr;
                let charset = Scope::Class(ClassName::top("java.nio.charset", "StandardCharsets"));
                let charset = Expr::Field(charset, "UTF_8".to_owned());
                of_files("write", vec![path, call(text, "getBytes", vec![charset])])
            }
        };
        let is_file = ty.class_id().is_some_and(|class| &**self.place.world.name(class) == "java.io.File");
        if is_file { call(path, "toFile", Vec::new()) } else { path }
    }
}

impl Lowering<'_> {
    fn folder(&self) -> Expr {
        let field = Expr::Name(names::TEMP_DIR.to_owned());
        match self.place.dialect.framework {
            Framework::JUnit4 => call(call(field, "getRoot", Vec::new()), "toPath", Vec::new()),
            Framework::JUnit5 | Framework::TestNg => field,
        }
    }
}

fn call(receiver: Expr, name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Value(Box::new(receiver)), name: name.to_owned(), args }
}

fn of_files(name: &str, args: Vec<Expr>) -> Expr {
    Expr::Call { scope: Scope::Class(ClassName::top("java.nio.file", "Files")), name: name.to_owned(), args }
}

//! Checks the instrumentation of damaged class files. A check instruments a class in the
//! same way as Testudo does for a worker.

use std::sync::Arc;

use analysis::Program;
use classfile::{ClassFile, Code};
use instrument::{Options, instrument};

/// Analyses and instruments a class. Asserts that the instrumented code of a method can be decoded if its
/// original code can be decoded.
pub fn check(bytes: &[u8]) {
    let class = ClassFile::read(bytes);
    let files: Vec<&ClassFile> = class.iter().collect();
    let program = Program::new(&files).unwrap_or_default();
    let mutants = mutation::mutants(&program, &files).unwrap_or_default();
    let all = Options {
        call_distances: true,
        hints: true,
        direct_branches: true,
        exceptions: true,
        mutants: Some(Arc::new(mutants)),
        schemata: true,
    };
    for options in [Options::default(), all] {
        let instrumented = instrument(bytes, &program, &options);
        let Ok(class) = &class else {
            assert_eq!(instrumented.bytes, bytes, "a class that cannot be read must stay unchanged");
            continue;
        };
        let after = ClassFile::read(&instrumented.bytes).expect("an instrumented class can be read");
        for (before, instrumented) in class.methods.iter().zip(&after.methods) {
            let decode_code =
                |class: &ClassFile, method| class.code(method).map(|code: Option<Code>| code.is_some());
            if let Ok(has_code) = decode_code(class, before) {
                assert_eq!(
                    decode_code(&after, instrumented).expect("instrumented code can be decoded"),
                    has_code
                );
            }
        }
    }
}

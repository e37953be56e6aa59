//! Classes as the worker loads them.

use std::sync::Arc;

use analysis::Program;
use classfile::{ClassFile, Code};
use instrument::{Options, instrument};

/// A class is analysed and instrumented; what could be decoded before can be decoded afterwards.
pub fn read(bytes: &[u8]) {
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
            assert_eq!(instrumented.bytes, bytes, "what cannot be read stays as it is");
            continue;
        };
        let after = ClassFile::read(&instrumented.bytes).expect("what was written can be read");
        for (before, after_it) in class.methods.iter().zip(&after.methods) {
            let code =
                |class: &ClassFile, method| class.code(method).map(|code: Option<Code>| code.is_some());
            if let Ok(has_code) = code(class, before) {
                assert_eq!(code(&after, after_it).expect("what was edited can be decoded"), has_code);
            }
        }
    }
}

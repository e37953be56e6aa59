//! What the tests share: a JDK, classes from it, and probes.

#![allow(dead_code, missing_docs)] // Each test uses a part of it.

use classfile::{ClassFile, Code, Editor, Error, Index, Instruction, op};
use fixtures::{JavaSources, jdk_tool, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub const PROBE: &str = "testudo/probe/Probe";

/// A source file of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// The folder that keeps what tests make from one run to the next.
pub fn cache() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles the Java programs of the tests and returns the folder of their classes.
pub fn programs() -> PathBuf {
    JavaSources::new().file(&source("Classes.java")).file(&source("testudo/probe/Probe.java")).compile()
}

/// The classes of a module of the JDK, taken out of it once.
pub fn module_jar(module: &str) -> PathBuf {
    let version = run(jdk_tool("java").arg("--version"));
    let version: String = version.chars().filter(char::is_ascii_alphanumeric).collect();
    let jar = cache().join(format!("{module}-{version}.jar"));
    if !jar.exists() {
        // Renamed when complete, since other tests may be looking for it.
        let unfinished = tempfile::Builder::new().tempfile_in(cache()).unwrap().into_temp_path();
        run(jdk_tool("java").arg("-cp").arg(programs()).args(["Classes", "dump", module]).arg(&unfinished));
        unfinished.persist(&jar).unwrap();
    }
    jar
}

/// The first instructions of basic blocks.
pub fn leaders(code: &Code) -> BTreeSet<Index> {
    let mut leaders: BTreeSet<Index> = code.handlers.iter().map(|row| row.handler).collect();
    leaders.insert(0);
    for (index, instruction) in code.instructions.iter().enumerate() {
        leaders.extend(instruction.targets());
        if instruction.ends_block() {
            leaders.insert(index + 1);
        }
    }
    leaders.remove(&code.instructions.len());
    leaders
}

/// A class with a probe at the start of each basic block, before each conditional jump and switch, before each
/// return, behind each conditional jump, and at each handler; with the number of probes. Those at handlers get a number
/// that the method keeps from its entry on. What cannot be edited stays as it is.
pub fn probed(bytes: &[u8]) -> Result<(Vec<u8>, usize), Error> {
    let mut class = ClassFile::read(bytes)?;
    let mut probes = 0;
    let method = class.constants.add_method(PROBE, "hit", "(I)V")?;
    for index in 0..class.methods.len() {
        let Some(mut editor) = Editor::new(&class, &class.methods[index])? else { continue };
        let code = editor.code().clone();
        let mut snippet = || {
            probes += 1;
            let number = Instruction::Push { op: op::SIPUSH, value: probes as i16 };
            [number, Instruction::Pool { op: op::INVOKESTATIC, index: method }]
        };
        let (kept, local) = (editor.keep_local(), |op, slot| Instruction::Local { op, slot, wide: false });
        let [number, hit] = snippet();
        let at_entry = [number, local(op::ISTORE, kept), local(op::ILOAD, kept), hit.clone()];
        editor.insert_at_entry(at_entry);
        for leader in leaders(&code) {
            editor.insert_before(leader, snippet());
        }
        for handler in code.handlers.iter().map(|row| row.handler).collect::<BTreeSet<_>>() {
            editor.insert_at_handler(handler, [local(op::ILOAD, kept), hit.clone()]);
        }
        for (index, instruction) in code.instructions.iter().enumerate() {
            if instruction.is_conditional() || instruction.is_switch() || instruction.is_return() {
                editor.insert_before(index, snippet());
            }
            if instruction.is_conditional() {
                editor.insert_after(index, snippet());
            }
        }
        editor.raise_stack(1);
        match editor.finish(&mut class.constants) {
            Ok(code) => *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = code,
            Err(error) if error.kind == classfile::ErrorKind::MethodTooLarge => {}
            Err(error) => return Err(error),
        }
    }
    Ok((class.write()?, probes))
}

/// A class one of whose methods is stretched by `nop`s to about 50,000 bytes, so that jumps are out of reach; with
/// whether that was possible. `which` picks among the methods that jump.
pub fn stretched(bytes: &[u8], which: usize) -> Result<(Vec<u8>, bool), Error> {
    let mut class = ClassFile::read(bytes)?;
    let mut jumping = Vec::new();
    for index in 0..class.methods.len() {
        let code = class.code(&class.methods[index])?;
        if code.is_some_and(|code| code.instructions.iter().any(Instruction::is_conditional)) {
            jumping.push(index);
        }
    }
    let Some(&index) = jumping.get(which % jumping.len().max(1)) else { return Ok((bytes.to_vec(), false)) };
    let mut editor = Editor::new(&class, &class.methods[index])?.unwrap();
    let length = editor.code().instructions.len();
    for at in 0..length {
        editor.insert_before(at, vec![Instruction::Simple(op::NOP); 46_000 / length]);
    }
    match editor.finish(&mut class.constants) {
        Ok(code) => *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = code,
        Err(error) if error.kind == classfile::ErrorKind::MethodTooLarge => {
            return Ok((bytes.to_vec(), false));
        }
        Err(error) => return Err(error),
    }
    Ok((class.write()?, true))
}

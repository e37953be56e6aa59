//! Functions that several tests use. They copy JDK classes into jars, and insert probes into classes.

#![allow(dead_code, missing_docs)] // Each test uses only some of the functions.

use classfile::{ClassFile, Code, Editor, Error, Index, Instruction, op};
use fixtures::{JavaSources, jdk_tool, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub const PROBE: &str = "testudo/probe/Probe";

/// Returns the path of a Java source of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// Returns the folder in the target folder for the jars that the tests write.
pub fn jar_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles the Java programs of the tests and returns the folder of their classes.
pub fn programs() -> PathBuf {
    JavaSources::new().file(&source("Classes.java")).file(&source("testudo/probe/Probe.java")).compile()
}

/// Returns a jar with the classes of a module of the JDK. The jar is written once per JDK.
pub fn module_jar(module: &str) -> PathBuf {
    let version = run(jdk_tool("java").arg("--version"));
    let version: String = version.chars().filter(char::is_ascii_alphanumeric).collect();
    let jar = jar_folder().join(format!("{module}-{version}.jar"));
    if !jar.exists() {
        // Other tests can read the jar at the same time. They never see an incomplete jar, because the jar
        // receives its name when it is complete.
        let unfinished_jar = tempfile::Builder::new().tempfile_in(jar_folder()).unwrap().into_temp_path();
        run(jdk_tool("java")
            .arg("-cp")
            .arg(programs())
            .args(["Classes", "dump", module])
            .arg(&unfinished_jar));
        unfinished_jar.persist(&jar).unwrap();
    }
    jar
}

/// Returns the first instructions of the basic blocks.
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

/// Inserts probes into a class. Returns the class, and the number of probes that are not at handlers.
///
/// The function inserts a probe at these positions:
/// - at the entry of the method and of each handler,
/// - at the start of each basic block,
/// - before each conditional jump, switch and return,
/// - after each conditional jump.
///
/// The probes at handlers read a local variable that the snippet at the entry of the method assigns. Methods
/// that would become too large receive no probes, but the number includes their probes.
pub fn insert_probes(bytes: &[u8]) -> Result<(Vec<u8>, usize), Error> {
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
        let (slot, local) = (editor.add_int_local(), |op, slot| Instruction::Local { op, slot, wide: false });
        let [number, hit] = snippet();
        let at_entry = [number, local(op::ISTORE, slot), local(op::ILOAD, slot), hit.clone()];
        editor.insert_at_entry(at_entry);
        for leader in leaders(&code) {
            editor.insert_before(leader, snippet());
        }
        for handler in code.handlers.iter().map(|row| row.handler).collect::<BTreeSet<_>>() {
            editor.insert_at_handler(handler, [local(op::ILOAD, slot), hit.clone()]);
        }
        for (index, instruction) in code.instructions.iter().enumerate() {
            if instruction.is_conditional() || instruction.is_switch() || instruction.is_return() {
                editor.insert_before(index, snippet());
            }
            if instruction.is_conditional() {
                editor.insert_after(index, snippet());
            }
        }
        editor.reserve_stack(1);
        match editor.finish(&mut class.constants) {
            Ok(code) => *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = code,
            Err(error) if error.kind == classfile::ErrorKind::MethodTooLarge => {}
            Err(error) => return Err(error),
        }
    }
    Ok((class.write()?, probes))
}

/// Extends one method of a class with `nop`s to about 50,000 bytes, so that short jumps do not reach their
/// targets.
///
/// Returns the class, and whether a method was extended. `selector` chooses one of the methods with
/// conditional jumps.
pub fn with_long_method(bytes: &[u8], selector: usize) -> Result<(Vec<u8>, bool), Error> {
    let mut class = ClassFile::read(bytes)?;
    let mut methods_with_jumps = Vec::new();
    for index in 0..class.methods.len() {
        let code = class.code(&class.methods[index])?;
        if code.is_some_and(|code| code.instructions.iter().any(Instruction::is_conditional)) {
            methods_with_jumps.push(index);
        }
    }
    let Some(&index) = methods_with_jumps.get(selector % methods_with_jumps.len().max(1)) else {
        return Ok((bytes.to_vec(), false));
    };
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

//! What the tests share: a JDK, classes from it, and probes.

#![allow(dead_code, missing_docs)] // Each test uses a part of it.

use classfile::{ClassFile, Code, Editor, Error, Index, Instruction, op};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

pub const PROBE: &str = "testudo/probe/Probe";

/// A tool of the JDK in `JAVA_HOME`, else on the path.
pub fn jdk(tool: &str) -> Command {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Command::new(Path::new(&home).join("bin").join(tool)),
        None => Command::new(tool),
    }
}

/// Runs a command that must succeed; yields what it printed.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{printed}\n{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// A source file of the tests.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}

/// Compiles sources into a folder.
pub fn javac(to: &Path, options: &[&str], sources: &[PathBuf]) {
    run(jdk("javac").arg("-d").arg(to).args(options).args(sources));
}

/// The folder that keeps what tests make from one run to the next.
pub fn cache() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder of the compiled test programs.
pub fn programs() -> &'static Path {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let programs = cache().join(concat!("programs-of-", env!("CARGO_CRATE_NAME")));
        javac(&programs, &[], &[source("Classes.java"), source("testudo/probe/Probe.java")]);
        programs
    })
}

/// The classes of a module of the JDK, taken out of it once.
pub fn module_jar(module: &str) -> PathBuf {
    let version = run(jdk("java").arg("--version"));
    let version: String = version.chars().filter(char::is_ascii_alphanumeric).collect();
    let jar = cache().join(format!("{module}-{version}.jar"));
    if !jar.exists() {
        // Renamed when complete, since other tests may be looking for it.
        let unfinished = tempfile::Builder::new().tempfile_in(cache()).unwrap().into_temp_path();
        run(jdk("java").arg("-cp").arg(programs()).args(["Classes", "dump", module]).arg(&unfinished));
        unfinished.persist(&jar).unwrap();
    }
    jar
}

/// The class files of a jar, by entry name.
pub fn classes(jar: &Path) -> Vec<(String, Vec<u8>)> {
    let mut jar = zip::ZipArchive::new(std::fs::File::open(jar).unwrap()).unwrap();
    let mut classes = Vec::new();
    for index in 0..jar.len() {
        let mut entry = jar.by_index(index).unwrap();
        if entry.name().ends_with(".class") && !entry.name().contains('-') {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            classes.push((entry.name().to_owned(), bytes));
        }
    }
    classes
}

/// Writes a jar.
pub fn write_jar(to: &Path, classes: &[(String, Vec<u8>)]) {
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut jar = zip::ZipWriter::new(std::fs::File::create(to).unwrap());
    for (name, bytes) in classes {
        jar.start_file(name, stored).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap();
}

/// The jars of the folder that `TESTUDO_SUBJECTS` names.
pub fn subject_jars() -> Vec<PathBuf> {
    let Some(root) = std::env::var_os("TESTUDO_SUBJECTS") else {
        eprintln!("note: TESTUDO_SUBJECTS is not set; library jars are left out");
        return Vec::new();
    };
    let mut jars = Vec::new();
    for folder in std::fs::read_dir(root).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).into_iter().flatten() {
            let file = file.unwrap().path();
            if file.extension().is_some_and(|extension| extension == "jar") {
                jars.push(file);
            }
        }
    }
    jars.sort();
    jars
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

//! How fast classes are read, taken apart and edited: `cargo run --release --example classfile_speed -- JAR...`.

use classfile::{ClassFile, Editor, Instruction, Summary, op};
use std::io::Read;
use std::time::Instant;

fn main() {
    let classes: Vec<Vec<u8>> = std::env::args().skip(1).flat_map(|jar| read_jar(&jar)).collect();
    let bytes: usize = classes.iter().map(Vec::len).sum();
    println!("{} classes, {:.1} MB", classes.len(), bytes as f64 / 1e6);
    let measure = |what: &str, work: &dyn Fn(&[u8]) -> usize| {
        let best = (0..5).map(|_| {
            let start = Instant::now();
            let done: usize = classes.iter().map(|class| work(class)).sum();
            (start.elapsed().as_secs_f64(), done)
        });
        let (seconds, done) = best.min_by(|a, b| a.0.total_cmp(&b.0)).expect("five runs");
        let rate = bytes as f64 / 1e6 / seconds;
        println!("{what:>12}: {rate:6.0} MB/s, {seconds:.3} s, {:.0} things/s", done as f64 / seconds);
    };
    measure("summary", &|bytes| Summary::read(bytes).unwrap().methods.len());
    measure("read, write", &|bytes| ClassFile::read(bytes).unwrap().write().unwrap().len());
    measure("decode", &decode);
    measure("edit nothing", &|bytes| edit(bytes, false));
    measure("edit, probes", &|bytes| edit(bytes, true));
}

fn read_jar(jar: &str) -> Vec<Vec<u8>> {
    let mut jar = zip::ZipArchive::new(std::fs::File::open(jar).unwrap()).unwrap();
    let names: Vec<_> = jar.file_names().filter(|name| name.ends_with(".class")).map(str::to_owned).collect();
    let mut read = |name: &String| {
        let mut bytes = Vec::new();
        jar.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    names.iter().map(&mut read).collect()
}

/// Yields the number of instructions.
fn decode(bytes: &[u8]) -> usize {
    let class = ClassFile::read(bytes).unwrap();
    let codes = class.methods.iter().filter_map(|method| class.code(method).unwrap());
    codes.map(|code| code.instructions.len()).sum()
}

/// Yields the number of probes.
fn edit(bytes: &[u8], insert: bool) -> usize {
    let mut class = ClassFile::read(bytes).unwrap();
    let method = class.constants.add_method("testudo/probe/Probe", "hit", "(I)V").unwrap();
    let mut probes = 0;
    for index in 0..class.methods.len() {
        let Ok(Some(mut editor)) = Editor::new(&class, &class.methods[index]) else { continue };
        if insert {
            probes += add_probes(&mut editor, method);
        }
        if let Ok(data) = editor.finish(&mut class.constants) {
            *class.methods[index].attribute_mut("Code", &class.constants).unwrap() = data;
        }
    }
    assert!(!class.write().unwrap().is_empty());
    probes
}

fn add_probes(editor: &mut Editor, method: u16) -> usize {
    let code = editor.code();
    let mut places = vec![false; code.instructions.len() + 1];
    places[0] = true;
    for (index, instruction) in code.instructions.iter().enumerate() {
        instruction.targets().for_each(|target| places[target] = true);
        places[index + 1] |= instruction.ends_block();
        places[index] |= instruction.is_conditional() || instruction.is_switch();
    }
    places.pop();
    let places: Vec<_> = (0..places.len()).filter(|&place| places[place]).collect();
    for (number, &place) in places.iter().enumerate() {
        let push = Instruction::Push { op: op::SIPUSH, value: number as i16 };
        editor.insert_before(place, [push, Instruction::Pool { op: op::INVOKESTATIC, index: method }]);
    }
    editor.raise_stack(1);
    places.len()
}

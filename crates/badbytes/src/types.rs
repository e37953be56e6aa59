//! Checks that computing the types of damaged classes never panics.

use std::fs;
use std::io::Write;
use std::sync::{Arc, LazyLock};

use classfile::ClassFile;
use types::{ClassId, ClassPath, Jdk, Type, World};
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

const MAGIC: [u8; 4] = [0xCA, 0xFE, 0xBA, 0xBE];

static JDK: LazyLock<Arc<Jdk>> =
    LazyLock::new(|| Arc::new(Jdk::find(None).expect("the tests need a JDK: set JAVA_HOME")));

/// Writes a sequence of class files to a jar, opens the jar as a class path, and queries all properties of
/// the types.
pub fn check(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("the folder for temporary files is writable");
    let jar = folder.path().join("a.jar");
    fs::write(&jar, jar_of(bytes)).expect("the folder for temporary files is writable");
    let path = ClassPath::open(&[jar]).expect("the jar is valid");
    let names: Vec<String> = path.names().map(|name| name.replace('/', ".")).collect();
    let world = World::new(path, JDK.clone());
    let classes: Vec<ClassId> = names.iter().filter_map(|name| world.class_named(name)).collect();
    for &class in &classes {
        query(&world, class);
        classes.iter().for_each(|&other| query_pair(&world, class, other));
    }
}

/// Returns a jar with the first classes of a sequence, at most 8 classes. The file name of a class is
/// `Invalid` with a number if the class cannot be read, or if its name is empty or contains other characters
/// than letters, digits and `/$_`.
fn jar_of(bytes: &[u8]) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (class, index) in split_at_magic(bytes).into_iter().take(8).zip(0..) {
        let name = ClassFile::read(class).ok().and_then(|file| Some(file.name().ok()?.to_str().into_owned()));
        let is_valid = |name: &String| {
            !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || "/$_".contains(it))
        };
        let name = name.filter(is_valid).unwrap_or_else(|| format!("Invalid{index}"));
        // If two classes have the same name, only the first class is written.
        if jar.start_file(format!("{name}.class"), options).is_ok() {
            jar.write_all(class).expect("writing to memory does not fail");
        }
    }
    jar.finish().expect("writing to memory does not fail").into_inner()
}

/// Splits bytes before each magic number of a class file.
fn split_at_magic(bytes: &[u8]) -> Vec<&[u8]> {
    let starts = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(&MAGIC));
    let mut bounds: Vec<usize> = starts.collect();
    bounds.push(bytes.len());
    bounds.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect()
}

/// Computes all properties of one type.
fn query(world: &World, id: ClassId) {
    let class = world.class(id);
    let own_type = class.own_type();
    let package = types::package_of(&class.name).to_owned();
    let _ = (
        world.display(&own_type),
        world.source_name(id),
        world.descriptor_of(&own_type),
        world.default_type(id),
    );
    let _ = (world.is_accessible_class(id, &package), world.unimplemented_methods(id), world.subtypes(id));
    let _ = (world.producers(id), world.array_producers(&Type::Array(Arc::new(own_type.clone()))));
    for field in world.fields_of(id, &package) {
        let _ = (world.field_type(field, Some(&own_type)), world.nameable(&world.field(field).ty, &package));
    }
    let declared = class.methods.iter().chain(&class.constructors).copied();
    for method in declared.chain(world.methods_of(id, &package)) {
        let _ = (world.bind(method, Some(&own_type), None), world.bind(method, None, Some(&own_type)));
        let _ = (world.erased(world.method(method)), world.receiver_type(method, &own_type));
        let _ = world.nameable(&world.method(method).result, &package);
    }
}

/// Computes whether and how one type can be converted to another type.
fn query_pair(world: &World, a: ClassId, b: ClassId) {
    let (from, to) = (world.class(a).own_type(), world.class(b).own_type());
    let _ = (world.is_subclass(a, b), world.as_super(&from, b));
    let _ = (world.conversion(&from, &to), world.conversion(&world.default_type(a), &world.default_type(b)));
}

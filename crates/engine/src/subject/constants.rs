//! Constant pools: literals for tests, made from the constants of the code under test.

use std::collections::BTreeSet;
use std::sync::Arc;

use analysis::{Constants, Program};
use classfile::{ClassFile, Constant};
use generation::ConstantPools;
use generation::experience::{ConstantLists, text_character};
use testcase::documents::sample_documents;
use types::{ClassId, ClassKind, Primitive, Type, World};

/// Numbers that are useful in tests of any code.
const INTS: [i32; 7] = [0, 1, -1, 2, 10, i32::MAX, i32::MIN];
const LONGS: [i64; 5] = [0, 1, -1, i64::MAX, i64::MIN];
const DOUBLES: [f64; 8] = [0.0, 1.0, -1.0, 0.5, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
/// The limits of the ranges of floating-point numbers.
const DOUBLE_LIMITS: [f64; 4] = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324];
const FLOAT_LIMITS: [f32; 4] = [f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45];
/// Maximum number of other classes whose constants are in the pool.
const MAX_COLLABORATORS: usize = 32;
/// Maximum number of ints, and of strings, that another class adds to the pool. A class with more constants
/// probably contains a table. With all values of a table in the pool, tests would rarely use another value.
const MAX_FOREIGN_CONSTANTS: usize = 100;

/// Returns the literals for tests: the constants of the classes in `files` and of the classes that these
/// classes use, neighbouring numbers of the constants, boundary values, and names of enum constants.
pub fn pools(world: &World, program: &Program, files: &[ClassFile]) -> ConstantPools {
    let references: Vec<&ClassFile> = files.iter().collect();
    let mut pools = ConstantPools { others: boundary_values(), ..ConstantPools::default() };
    let constants = Constants::of(&references);
    match constants.and_then(|constants| Ok((constants, Constants::by_method(program, &references)?))) {
        Ok((constants, method_constants)) => {
            pools.own = with_neighbours(&constants);
            pools.of_methods = method_constants.iter().map(with_neighbours).collect();
            pools.classes = classes(&constants, world);
        }
        Err(error) => {
            tracing::warn!(
                "tests use no constants of the class as literals: its code cannot be read: {error}"
            );
        }
    }
    pools.documents = sample_documents(&pools.own.chars, &pools.own.strings);
    add_common_values(&mut pools.own);
    for file in collaborators(world, files) {
        add_foreign_constants(&mut pools.others, &file);
    }
    pools.others.strings.extend(enum_names(world, files).iter().map(|name| name.encode_utf16().collect()));
    sort_and_deduplicate(&mut pools.own);
    sort_and_deduplicate(&mut pools.others);
    pools
}

/// Returns constants with their neighbouring numbers, and the characters whose codes are among the constants.
fn with_neighbours(constants: &Constants) -> ConstantLists {
    let int_around = |&int: &i32| [int, int.wrapping_add(1), int.wrapping_sub(1)];
    let long_around = |&long: &i64| [long, long.wrapping_add(1), long.wrapping_sub(1)];
    let float_around = |&float: &f32| [float, float.next_up(), float.next_down()];
    let double_around = |&double: &f64| [double, double.next_up(), double.next_down()];
    let mut values = ConstantLists {
        ints: constants.ints.iter().flat_map(int_around).collect(),
        longs: constants.longs.iter().flat_map(long_around).collect(),
        floats: constants.floats.iter().flat_map(float_around).collect(),
        doubles: constants.doubles.iter().flat_map(double_around).collect(),
        strings: constants.strings.iter().map(|string| Arc::from(string.as_slice())).collect(),
        chars: constants.ints.iter().filter_map(|&int| text_character(int.into())).collect(),
    };
    sort_and_deduplicate(&mut values);
    values
}

/// Adds the numbers that are useful for any code, and the empty string.
fn add_common_values(values: &mut ConstantLists) {
    values.ints.extend(INTS);
    values.longs.extend(LONGS);
    values.doubles.extend(DOUBLES);
    values.floats.extend(DOUBLES.map(|double| double as f32));
    values.strings.push(Arc::from([]));
}

/// Returns powers of two, each power minus one, and the limits of the ranges of floating-point numbers. The
/// result contains no powers from 2^13 to 2^30. Tests that use these powers as array sizes would be slow and
/// need much memory.
fn boundary_values() -> ConstantLists {
    let powers = (3..=12).chain(31..63).map(|exponent| 1 << exponent);
    let longs: Vec<i64> = powers.flat_map(|power: i64| [power, power - 1]).collect();
    ConstantLists {
        ints: longs.iter().filter_map(|&long| i32::try_from(long).ok()).collect(),
        longs,
        floats: FLOAT_LIMITS.to_vec(),
        doubles: DOUBLE_LIMITS.to_vec(),
        ..ConstantLists::default()
    }
}

/// Returns the other classes on the class path whose members the classes in `files` use, sorted by name.
/// Returns at most [`MAX_COLLABORATORS`] classes.
fn collaborators(world: &World, files: &[ClassFile]) -> Vec<ClassFile> {
    let own_names: BTreeSet<String> =
        files.iter().filter_map(|file| Some(file.name().ok()?.to_str().into())).collect();
    let mut used_names = BTreeSet::new();
    for file in files {
        for (index, _) in file.constants.iter() {
            if let Ok(member) = file.constants.member(index) {
                used_names.insert(member.class.to_str().into_owned());
            }
        }
    }
    let path = world.class_path();
    let foreign_names =
        used_names.difference(&own_names).filter(|name| path.contains(name)).take(MAX_COLLABORATORS);
    foreign_names.filter_map(|name| ClassFile::read(&path.bytes(name)?).ok()).collect()
}

/// Adds the ints and the strings of another class. Skips the ints if there are more than
/// [`MAX_FOREIGN_CONSTANTS`], and likewise the strings.
fn add_foreign_constants(values: &mut ConstantLists, file: &ClassFile) {
    let Ok(constants) = Constants::of(&[file]) else { return };
    if constants.ints.len() <= MAX_FOREIGN_CONSTANTS {
        values.ints.extend(&constants.ints);
    }
    if constants.strings.len() <= MAX_FOREIGN_CONSTANTS {
        values.strings.extend(constants.strings.iter().map(|string| Arc::from(string.as_slice())));
    }
}

/// Returns the names of enum constants. The enums are those that the classes in `files` mention, and those
/// that are parameter types of methods of these classes.
fn enum_names(world: &World, files: &[ClassFile]) -> BTreeSet<Arc<str>> {
    let class_named = |name: &str| world.class_named(&name.replace('/', "."));
    let mut enums: BTreeSet<ClassId> = BTreeSet::new();
    for file in files {
        let mentioned =
            file.constants.iter().filter(|(_, constant)| matches!(constant, Constant::Class { .. }));
        let names = mentioned.filter_map(|(index, _)| file.constants.class_name(index).ok());
        enums.extend(
            names
                .map(|name| name.to_str())
                .filter(|name| !name.starts_with('['))
                .filter_map(|name| class_named(&name)),
        );
        let class = file.name().ok().and_then(|name| class_named(&name.to_str()));
        let methods = class.iter().flat_map(|&class| &world.class(class).methods);
        enums.extend(methods.flat_map(|&id| &world.method(id).arguments).filter_map(Type::class_id));
    }
    let enums = enums.into_iter().filter(|&id| world.class(id).kind == ClassKind::Enum);
    let fields = enums.flat_map(|id| &world.class(id).fields).map(|&id| world.field(id));
    fields.filter(|field| field.enum_constant).map(|field| field.name.clone()).collect()
}

/// Returns the types in the casts, `instanceof` expressions and class literals of the code, without arrays.
/// The classes are in the order of their names.
fn classes(constants: &Constants, world: &World) -> Vec<Type> {
    let names = constants.classes.iter().filter(|name| !name.starts_with('['));
    let classes = names.filter_map(|name| world.class_named(&name.replace('/', ".")));
    let is_mentioned = |ty: &Primitive| constants.classes.iter().any(|name| *name == ty.name());
    let primitives = Primitive::ALL.into_iter().filter(is_mentioned).map(Type::Primitive);
    classes.map(Type::class).chain(primitives).collect()
}

/// Sorts the values of each kind and removes duplicates.
fn sort_and_deduplicate(values: &mut ConstantLists) {
    values.ints.sort_unstable();
    values.ints.dedup();
    values.longs.sort_unstable();
    values.longs.dedup();
    values.floats.sort_unstable_by(f32::total_cmp);
    values.floats.dedup_by_key(|float| float.to_bits());
    values.doubles.sort_unstable_by(f64::total_cmp);
    values.doubles.dedup_by_key(|double| double.to_bits());
    values.strings.sort_unstable();
    values.strings.dedup();
    values.chars.sort_unstable();
    values.chars.dedup();
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use types::{ClassPath, Jdk};

    use super::*;
    use crate::subject;

    const SOURCE: &str = r#"
        class Subject {
            static int f(String text, Colour colour) {
                switch (text) {
                    case "begin": return 4000;
                    default: return text.charAt(0) == ';' ? Helper.length(text) : 0;
                }
            }
            static double g(double a, long b) { return a > 2.5 && b == 7000000000L ? 1 : 0; }
            static boolean is(Object it) { return it instanceof Helper || it instanceof Colour; }
        }
        class Helper { static int length(String text) { return text.equals("helped") ? 5000 : 0; } }
        class Stranger { static final String[] NAMES = { "strange" }; }
        enum Colour { RED, GREEN }
    "#;

    fn pools_of(name: &str) -> ConstantPools {
        with_world(|world| subject::read(world, name).unwrap().pools)
    }

    /// Calls a function with the classes of [`SOURCE`].
    fn with_world<T>(function: impl FnOnce(&World) -> T) -> T {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("Subject.java");
        std::fs::write(&source, SOURCE).unwrap();
        let jdk = Jdk::find(None).unwrap();
        compile(&jdk, &source, folder.path());
        let world = World::new(ClassPath::open(&[folder.path().to_owned()]).unwrap(), jdk);
        function(&world)
    }

    fn compile(jdk: &Jdk, source: &Path, folder: &Path) {
        let output = Command::new(jdk.javac()).arg("-d").arg(folder).arg(source).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn strings(values: &ConstantLists) -> Vec<String> {
        values.strings.iter().map(|string| String::from_utf16_lossy(string)).collect()
    }

    #[test]
    fn the_order_of_classes_does_not_depend_on_which_class_was_read_first() {
        for first in ["Helper", "Colour"] {
            let names = with_world(|world| {
                world.class_named(first).unwrap();
                let pools = subject::read(world, "Subject").unwrap().pools;
                pools
                    .classes
                    .iter()
                    .map(|ty| world.name(ty.class_id().unwrap()).to_string())
                    .collect::<Vec<_>>()
            });
            assert_eq!(names, ["Colour", "Helper"]);
        }
    }

    #[test]
    fn the_pool_contains_constants_and_neighbouring_numbers() {
        let pool = pools_of("Subject").own;
        assert!([3999, 4000, 4001].iter().all(|int| pool.ints.contains(int)));
        assert!([6_999_999_999, 7_000_000_000, 7_000_000_001].iter().all(|long| pool.longs.contains(long)));
        assert!([2.5, 2.5f64.next_up(), 2.5f64.next_down()].iter().all(|it| pool.doubles.contains(it)));
        assert!(pool.chars.contains(&u16::from(b';')));
        assert_eq!(strings(&pool), ["", "begin"]);
    }

    #[test]
    fn each_method_has_a_pool_of_its_own_constants() {
        let methods = pools_of("Subject").of_methods;
        let text_count = methods.iter().filter(|values| strings(values) == ["begin"]).count();
        let number_count = methods.iter().filter(|values| values.doubles.contains(&2.5)).count();
        assert_eq!((methods.len(), text_count, number_count), (3, 1, 1));
    }

    #[test]
    fn the_pool_contains_constants_of_other_classes_only_if_the_class_uses_them() {
        let others = pools_of("Subject").others;
        assert_eq!(strings(&others), ["GREEN", "RED", "helped"]);
        assert!(others.ints.contains(&5000) && others.ints.contains(&(1 << 12)));
        assert!(strings(&pools_of("Stranger").others).is_empty());
    }
}

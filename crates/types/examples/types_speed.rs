//! How long the phases of opening and asking take: `cargo run --release --example types_speed -- a.jar b.jar`.

use std::{hint::black_box, path::PathBuf, time::Instant};

use types::{ClassId, ClassPath, Jdk, Type, World};

fn timed<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = run();
    println!("{:>10.2?}  {what}", start.elapsed());
    value
}

fn main() {
    let entries: Vec<PathBuf> = std::env::args_os().skip(1).map(Into::into).collect();
    let class_path = timed("open the class path", || ClassPath::open(&entries).expect("jars that open"));
    let jdk = timed("find the JDK", || Jdk::find(None).expect("a JDK"));
    let names: Vec<String> = class_path.names().map(|name| name.replace('/', ".")).collect();
    let world = timed("make the world", || World::new(class_path, jdk));
    let first = timed("the first class by name, read", || {
        let id = world.class_named(&names[names.len() / 2]).expect("a class");
        world.class(id).id
    });
    let methods = timed("its methods", || world.methods_of(first, "p"));
    println!("            {}: {} methods", world.name(first), methods.len());
    let below = timed("subtypes of it: scan", || world.subtypes(first).len());
    println!("            {} classes scanned, {below} subtypes", names.len());
    let cache = tempfile::TempDir::new().expect("a folder");
    for what in ["the same, kept for later", "the same, kept from before"] {
        let world = World::new(world.class_path().clone(), world.jdk().clone());
        let world = world.cache_in(cache.path().to_owned());
        let first = world.class_named(&names[names.len() / 2]).expect("a class");
        timed(what, || world.subtypes(first).len());
    }
    let object = timed("subtypes of Object", || world.subtypes(world.object()).len());
    println!("            {object} subtypes");
    for name in ["java.util.List", "java.util.Map", "java.io.Reader", "java.lang.Comparable"] {
        let id = world.class_named(name).expect(name);
        let count = timed(&format!("producers of {name}"), || world.producers(id).len());
        println!("            {count} producers");
    }
    timed("producers of every class on the class path", || {
        let classes: Vec<ClassId> = names.iter().filter_map(|name| world.class_named(name)).collect();
        classes.iter().map(|&class| world.producers(class).len()).sum::<usize>()
    });
    let jdk = world.jdk();
    let count = 200_000;
    timed(&format!("{count} look-ups in the JDK"), || {
        (0..count)
            .filter(|n| jdk.contains(["java/util/List", "java/lang/Objekt", "java/sql/Date"][n % 3]))
            .count()
    });
    let [list, string] = ["java.util.ArrayList", "java.lang.String"].map(|n| world.class_named(n).expect(n));
    let from = Type::Class(list, [Type::class(string)].into());
    let to =
        Type::Class(world.class_named("java.util.Collection").expect("it"), [Type::class(string)].into());
    timed(&format!("{count} generic conversions"), || {
        (0..count).filter(|_| world.is_assignable(black_box(&from), black_box(&to))).count()
    });
    timed(&format!("{count} raw conversions"), || {
        let (from, to) = (world.erase(&from), world.erase(&to));
        (0..count).filter(|_| world.is_assignable(black_box(&from), black_box(&to))).count()
    });
    timed(&format!("{count} bindings of a method"), || {
        let method = world.class(list).methods.iter().copied().find(|&m| &*world.method(m).name == "addAll");
        let method = method.expect("addAll");
        (0..count).filter(|_| black_box(world.bind(method, Some(&from), None)).raw).count()
    });
}

//! Creates valid inputs for all readers.

use std::io::Write;
use std::path::Path;

use types::Jdk;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

/// Small classes of the JDK that together use most features of the class file format.
const CLASSES: [&str; 14] = [
    "java/lang/Object",
    "java/lang/Runnable",
    "java/lang/Deprecated",
    "java/lang/Thread$State",
    "java/lang/Iterable",
    "java/util/AbstractMap$SimpleEntry",
    "java/util/Optional",
    "java/util/StringJoiner",
    "java/util/concurrent/TimeUnit",
    "java/util/concurrent/Callable",
    "java/util/function/Function",
    "java/util/Map$Entry",
    "java/io/StringReader",
    "java/lang/constant/ConstantDescs",
];

/// Returns class files of the JDK and one generated class file.
pub fn classes() -> Vec<Vec<u8>> {
    let jdk = Jdk::find(None).expect("the tests need a JDK: set JAVA_HOME");
    let mut classes: Vec<Vec<u8>> = CLASSES.iter().filter_map(|name| jdk.bytes(name)).collect();
    classes.push(class("A", "A", &[], "<T:Ljava/lang/Object;:TA;>LA<[TT;+LA;>;"));
    classes
}

/// Returns sequences of class files: one sequence for each class in [`CLASSES`], and one sequence of three
/// generated classes.
///
/// The classes of the JDK are renamed, because a class path cannot replace JDK classes. The generated classes
/// inherit from each other in a cycle.
pub fn class_sequences() -> Vec<Vec<u8>> {
    let jdk = Jdk::find(None).expect("the tests need a JDK: set JAVA_HOME");
    let renamed = CLASSES.iter().filter_map(|name| Some(rename(jdk.bytes(name)?, name)));
    let mut sequences: Vec<Vec<u8>> = renamed.collect();
    let cycle = [
        class("p/A", "p/B", &["p/I"], "<T:Lp/A<TT;>;>Lp/B<TT;>;Lp/I<-[TT;>;"),
        class("p/B", "p/A", &["p/I"], "<T:TU;U:TT;>Lp/A<+Lp/B<TU;>;>;Lp/I<*>;"),
        class(
            "p/I",
            "java/lang/Object",
            &["p/I"],
            "<T:Ljava/lang/Object;>Ljava/lang/Object;Lp/I<Lp/I<TT;>;>;",
        ),
    ];
    sequences.push(cycle.concat());
    sequences
}

/// Returns two jars with the same files: one without compression, and one with compression.
pub fn jars() -> Vec<Vec<u8>> {
    let manifest =
        "Manifest-Version: 1.0\r\nMulti-Release: true\r\nClass-Path: a.jar ../x.jar\r\n  b.jar\r\n\r\n";
    let class = class("p/A", "java/lang/Object", &[], "Ljava/lang/Object;");
    let files: [(&str, &[u8]); 4] = [
        ("META-INF/MANIFEST.MF", manifest.as_bytes()),
        ("p/A.class", &class),
        ("META-INF/versions/11/p/A.class", &class),
        ("p/", b""),
    ];
    [CompressionMethod::Stored, CompressionMethod::Deflated].map(|method| jar(&files, method)).into()
}

fn jar(files: &[(&str, &[u8])], compression: CompressionMethod) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(compression)
        .last_modified_time(zip::DateTime::default());
    for (name, bytes) in files {
        jar.start_file(*name, options).expect("writing to memory does not fail");
        jar.write_all(bytes).expect("writing to memory does not fail");
    }
    jar.finish().expect("writing to memory does not fail").into_inner()
}

/// Returns one class file image of a JDK. The image contains a class, a module and a package.
pub fn images() -> Vec<Vec<u8>> {
    let jdk = Jdk::find(None).expect("the tests need a JDK: set JAVA_HOME");
    let object = jdk.bytes("java/lang/Object").expect("the JDK has java.lang.Object");
    let module_info = class("module-info", "java/lang/Object", &[], "");
    // The content of a package is a pair of numbers. The first number is 0, because the module has classes in
    // the package. The second number is the position of the module's name in the strings of the image.
    let package = [0_u32.to_le_bytes(), 0_u32.to_le_bytes()].concat();
    let files: [(&[&str; 4], &[u8]); 3] = [
        (&["packages", "", "java.lang", ""], &package),
        (&["java.base", "java/lang", "Object", "class"], &object),
        (&["java.base", "", "module-info", "class"], &module_info),
    ];
    vec![image(&files)]
}

/// Returns an image that contains files. The four strings of each file are its module, folder, name and
/// extension. The first string in the image is `java.base`.
fn image(files: &[(&[&str; 4], &[u8])]) -> Vec<u8> {
    let path = |parts: &[&str; 4]| {
        let add_prefix = |prefix: &str, part: &str| {
            if part.is_empty() { String::new() } else { format!("{prefix}{part}") }
        };
        let [module, folder, name, extension] = parts;
        add_prefix("/", module)
            + &add_prefix("/", folder)
            + &add_prefix("/", name)
            + &add_prefix(".", extension)
    };
    let hashes: Vec<u32> = files.iter().map(|(parts, _)| hash(&path(parts))).collect();
    let is_perfect = |bucket_count: &u32| {
        let mut bucket_of_each: Vec<u32> = hashes.iter().map(|hash| hash % bucket_count).collect();
        bucket_of_each.sort_unstable();
        bucket_of_each.windows(2).all(|pair| pair[0] != pair[1])
    };
    let bucket_count =
        (1..1000).find(is_perfect).expect("a table with fewer than 1000 buckets has no collisions");
    let (mut redirect, mut offsets) =
        (vec![0_i32; bucket_count as usize], vec![0_u32; bucket_count as usize]);
    let (mut locations, mut strings, mut contents) = (vec![0], b"java.base\0\0".to_vec(), Vec::new());
    for ((parts, bytes), hash) in files.iter().zip(hashes) {
        let bucket = hash % bucket_count;
        redirect[bucket as usize] = -1 - bucket as i32;
        offsets[bucket as usize] = locations.len() as u32;
        let string_positions = parts.map(|part| {
            // The empty string is at position 10, after `java.base` and its final 0.
            let position = if part.is_empty() { 10 } else { strings.len() };
            strings.extend(part.bytes().chain([0]));
            position
        });
        let values = string_positions.into_iter().chain([contents.len(), 0, bytes.len()]);
        for (kind, value) in (1..).zip(values) {
            locations.push(kind << 3 | 3);
            locations.extend((value as u32).to_be_bytes());
        }
        locations.push(0);
        contents.extend_from_slice(bytes);
    }
    let header = [
        0xCAFE_DADA,
        1 << 16,
        0,
        files.len() as u32,
        bucket_count,
        locations.len() as u32,
        strings.len() as u32,
    ];
    let mut out: Vec<u8> = header.into_iter().flat_map(u32::to_le_bytes).collect();
    out.extend(redirect.into_iter().flat_map(i32::to_le_bytes));
    out.extend(offsets.into_iter().flat_map(u32::to_le_bytes));
    [out, locations, strings, contents].concat()
}

/// Returns the hash code of a path in an image. The JDK defines this hash function.
fn hash(text: &str) -> u32 {
    const SEED: u32 = 0x0100_0193;
    text.bytes().fold(SEED, |hash, byte| hash.wrapping_mul(SEED) ^ u32::from(byte)) & 0x7FFF_FFFF
}

/// Returns requests of a worker for classes and resources, without checksums.
pub fn requests() -> Vec<Vec<u8>> {
    let class = frame(&[0, 7, 3, b'a', b'/', b'B']);
    let resource = frame(&[1, 0x80, 1, 1, 0xE9, 1]);
    vec![class.clone(), [class, resource].concat()]
}

/// Returns results of tests in the encodings of different modes, without checksums.
pub fn results() -> Vec<Vec<u8>> {
    let distance = 2.5_f64.to_le_bytes();
    let threw = [1, 1, 0, 1, b'E', 0, 1, 2, b'n', b'o'];
    let trace = [&[1, 7, 2, 9, 6 << 2][..], &distance, &[2, 5, 6]].concat();
    let calls = [&[2, 0, 1, 2][..], &distance, &[0, 2, 3, 0]].concat();
    let result_frame = |outcome: &[u8], executed: u8, rest: &[&[u8]]| {
        frame(&[outcome, &[executed], &trace, &calls, &rest.concat()].concat())
    };
    let list = [22, 2, 1, 18, 5];
    let map = [24, 2, 2, 1, b'k', 10, 7];
    let values: [&[u8]; 5] = [&list, &map, &[3, 1, b'E', 1, b'A'], &[5, 1, b'O'], &[25, 1]];
    let hints: [&[u8]; 3] = [&[2, 7, 2, 1, b'a', 6, 1, b'.', 0], &[0, 0], &[1, 0, 0, 0, 0, 0, 0, 0, 0, 8, 3]];
    vec![
        result_frame(&[0], 3, &[]),
        result_frame(&threw, 3, &[]),
        result_frame(&[0], 5, &[&values.concat(), &values.concat()]),
        result_frame(&threw, 3, &hints),
        result_frame(&[0], 3, &[&[5, 0, 1, 2, 2, 5, 8, 3, 0x83, 1]]),
        [result_frame(&threw, 3, &[]), result_frame(&[1, 0, 0, 0], 1, &[])].concat(),
    ]
}

/// Returns a frame: the length of the bytes as four bytes, then the bytes.
fn frame(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

/// Returns patterns of regular expressions and dates. Each input starts with the kind and the flags of the
/// pattern.
pub fn patterns() -> Vec<Vec<u8>> {
    let expressions = [
        r"(?i)([a-z0-9_.+-]+)@\1\.(?:com|org){2,3}?",
        r"^(?=.*\d)(?!.*\s)(?<name>\p{Lu}[^\W&&[a-f]]++)\k<name>$",
        r"\Q*[\E(?>a|b)*+(?<=c)\x41\u0042\0101\cA[\p{IsGreek}\h]",
        r"((a{2,}){3}|b{0}){5,9}(?x) # a comment",
    ];
    let dates =
        ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "EEE, d MMM yy 'o''clock' h:mm a z", "[G]uuuu/DDD ww W F k K n A N"];
    let expressions = (0..2).flat_map(|kind| expressions.map(|text| [&[kind, 0], text.as_bytes()].concat()));
    expressions.chain(dates.map(|text| [&[2, 0], text.as_bytes()].concat())).collect()
}

/// Returns the class file of a class without members. `signature` is its generic signature.
fn class(name: &str, superclass: &str, interfaces: &[&str], signature: &str) -> Vec<u8> {
    let mut pool = Vec::new();
    let mut count = 1_u16;
    let mut add_text = |text: &str| {
        pool.push(1);
        pool.extend((text.len() as u16).to_be_bytes());
        pool.extend_from_slice(text.as_bytes());
        count += 1;
        count - 1
    };
    let signature_attribute = [add_text("Signature"), add_text(signature)];
    let name_indices: Vec<u16> =
        [name, superclass].iter().chain(interfaces).map(|name| add_text(name)).collect();
    let first_class = count;
    for name in &name_indices {
        pool.push(7);
        pool.extend(name.to_be_bytes());
    }
    let class_indices = first_class..first_class + name_indices.len() as u16;
    let mut out = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52].to_vec();
    out.extend(class_indices.end.to_be_bytes());
    out.extend(pool);
    let shorts = [0x21, first_class, first_class + 1, interfaces.len() as u16]
        .into_iter()
        .chain(class_indices.skip(2));
    out.extend(
        shorts
            .chain([0, 0, 1, signature_attribute[0], 0, 2, signature_attribute[1]])
            .flat_map(u16::to_be_bytes),
    );
    out
}

/// Replaces the first letter of a class name by `q` wherever the name occurs. The new name has the same
/// length, and no JDK class has this name.
fn rename(mut bytes: Vec<u8>, name: &str) -> Vec<u8> {
    for at in 0..bytes.len().saturating_sub(name.len()) {
        if bytes[at..].starts_with(name.as_bytes()) {
            bytes[at] = b'q';
        }
    }
    bytes
}

/// Writes the valid inputs of each reader to files. The subfolder with the name of a reader contains its
/// files.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path) -> std::io::Result<()> {
    for reader in crate::READERS {
        let folder = folder.join(reader.name);
        std::fs::create_dir_all(&folder)?;
        for (seed, index) in (reader.seeds)().iter().zip(0..) {
            std::fs::write(folder.join(format!("seed-{index}")), seed)?;
        }
    }
    Ok(())
}

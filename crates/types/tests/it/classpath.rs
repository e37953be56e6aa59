//! Tests of class paths with jars and folders.

use std::{fs, io::Write, path::Path};

use tempfile::TempDir;
use types::{ClassPath, Error};

/// Writes a jar with the given files `(path, content)`.
pub fn write_jar<C: AsRef<[u8]>>(path: &Path, files: &[(&str, C)]) {
    let mut jar = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in files {
        jar.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        jar.write_all(content.as_ref()).unwrap();
    }
    jar.finish().unwrap();
}

fn text(path: &ClassPath, file: &str) -> Option<String> {
    path.resource(file).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn earlier_entries_shadow_later_entries() {
    let folder = TempDir::new().unwrap();
    let (first, second) = (folder.path().join("classes"), folder.path().join("b.jar"));
    fs::create_dir_all(first.join("p/q")).unwrap();
    fs::write(first.join("p/q/A.class"), "folder").unwrap();
    fs::write(first.join("p/Z.class"), "").unwrap();
    write_jar(
        &second,
        &[
            ("p/q/A.class", "jar"),
            ("p/B.class", "jar"),
            ("module-info.class", ""),
            ("p/package-info.class", ""),
            ("META-INF/versions/9/p/B.class", "newer"),
            ("x.txt", "text"),
        ],
    );
    let path = ClassPath::open(&[first, second]).unwrap();
    assert_eq!(path.bytes("p/q/A").unwrap(), b"folder");
    assert_eq!(path.bytes("p/B").unwrap(), b"jar");
    assert_eq!(text(&path, "x.txt").unwrap(), "text");
    assert_eq!(path.bytes("p/C"), None);
    assert_eq!(path.names().collect::<Vec<_>>(), ["p/Z", "p/q/A", "p/B"]);
}

#[test]
fn a_file_in_several_entries_is_read_from_all_entries() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("x.txt"), "first").unwrap();
    write_jar(&folder.path().join("a.jar"), &[("x.txt", "second")]);
    let path = ClassPath::open(&[folder.path().to_owned(), folder.path().join("a.jar")]).unwrap();
    let texts: Vec<Vec<u8>> = path.resources("x.txt").collect();
    assert_eq!(texts, [b"first".to_vec(), b"second".to_vec()]);
}

#[test]
fn the_jars_in_the_class_path_of_a_manifest_are_opened() {
    let folder = TempDir::new().unwrap();
    let manifest =
        "Manifest-Version: 1.0\r\nClass-Path: lib/dep\r\n .jar gone.jar http://x/y.jar\r\n\r\nName: x\r\n";
    fs::create_dir(folder.path().join("lib")).unwrap();
    write_jar(&folder.path().join("a.jar"), &[("META-INF/MANIFEST.MF", manifest), ("A.class", "")]);
    write_jar(&folder.path().join("lib/dep.jar"), &[("B.class", "dependency")]);
    let path = ClassPath::open(&[folder.path().join("a.jar")]).unwrap();
    assert_eq!(path.bytes("B").unwrap(), b"dependency");
    assert_eq!(path.names().collect::<Vec<_>>(), ["A"]);
    assert_eq!(path.entries().len(), 2);
}

#[test]
fn a_jar_whose_manifest_names_the_jar_itself_is_opened_once() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("lib")).unwrap();
    let manifest = "Class-Path: ../lib/a.jar lib/../a.jar ../lib/../lib/a.jar ./b.jar\n\n";
    for name in ["lib/a.jar", "lib/b.jar"] {
        write_jar(&folder.path().join(name), &[("META-INF/MANIFEST.MF", manifest)]);
    }
    let path = ClassPath::open(&[folder.path().join("lib/a.jar")]).unwrap();
    assert_eq!(path.entries().len(), 2);
}

#[test]
#[cfg(unix)]
fn links_to_parent_folders_are_skipped() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("a/b"));
    fs::create_dir(&a).and_then(|()| fs::create_dir(&b)).unwrap();
    fs::write(b.join("C.class"), "").unwrap();
    for (to, link) in [(&a, a.join("up")), (&b, a.join("over")), (&a, b.join("back")), (&b, b.join("here"))] {
        std::os::unix::fs::symlink(to, link).unwrap();
    }
    let path = ClassPath::open(&[a]).unwrap();
    assert_eq!(path.names().collect::<Vec<_>>(), ["b/C", "over/C"]);
}

#[cfg(unix)]
#[test]
fn only_regular_files_inside_a_folder_are_read() {
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("classes");
    fs::create_dir_all(folder.join("p")).unwrap();
    fs::create_dir(outer.path().join("private")).unwrap();
    for file in ["key", "private/key", "classes/p/A.class"] {
        fs::write(outer.path().join(file), "content").unwrap();
    }
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.join(name)).unwrap();
    link("p/A.class", "Inside.class");
    link("p", "inside");
    for (target, name) in [
        ("/proc/self/environ", "Environment.class"),
        ("/dev/zero", "Zero.class"),
        ("../key", "Key.class"),
        ("../private", "private"),
        ("/proc/self", "process"),
        ("missing", "Missing.class"),
    ] {
        link(target, name);
    }
    assert!(std::process::Command::new("mkfifo").arg(folder.join("Pipe.class")).status().unwrap().success());
    let path = ClassPath::open(&[folder]).unwrap();
    assert_eq!(path.names().collect::<Vec<_>>(), ["Inside", "inside/A", "p/A"]);
    for readable in ["p/A.class", "Inside.class", "inside/A.class"] {
        assert_eq!(text(&path, readable).as_deref(), Some("content"));
    }
    for unreadable in [
        "Environment.class",
        "Zero.class",
        "Key.class",
        "Pipe.class",
        "private/key",
        "process/environ",
        "../key",
        "p/../../key",
        "/etc/passwd",
        "p",
        "",
    ] {
        assert_eq!(text(&path, unreadable), None, "{unreadable}");
        assert_eq!(path.resources(unreadable).count(), 0, "{unreadable}");
    }
}

#[cfg(unix)]
#[test]
fn a_manifest_names_jars_and_folders_beside_its_own_jar_and_no_other_files() {
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("lib");
    for inner in ["lib/classes", "private"] {
        fs::create_dir_all(outer.path().join(inner)).unwrap();
    }
    for file in ["key.pem", "lib/key.pem", "lib/classes/text", "private/key"] {
        fs::write(outer.path().join(file), "content").unwrap();
    }
    write_jar(&outer.path().join("other.jar"), &[("A.class", "")]);
    let pipe = folder.join("pipe.jar");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("../private", folder.join("link")).unwrap();
    std::os::unix::fs::symlink("../key.pem", folder.join("link.jar")).unwrap();
    let (jar, private) = (folder.join("a.jar"), outer.path().join("private"));
    let class_path = format!(
        "classes/ ../other.jar ../key.pem key.pem ../private/ {}/ link link.jar pipe.jar . .. / /proc/self/ /dev/zero",
        private.display()
    );
    let lines = class_path.replace(' ', "\n  ");
    write_jar(&jar, &[("META-INF/MANIFEST.MF", &format!("Manifest-Version: 1.0\nClass-Path: {lines}\n"))]);
    let path = ClassPath::open(std::slice::from_ref(&jar)).unwrap();
    assert_eq!(path.entries(), [jar, folder.join("classes/"), folder.join("../other.jar")]);
}

#[test]
fn a_file_whose_size_differs_from_the_directory_of_the_jar_is_not_read() {
    let folder = TempDir::new().unwrap();
    let whole_jar = folder.path().join("a.jar");
    write_jar(&whole_jar, &[("A.class", &"0".repeat(100_000))]);
    let bytes = fs::read(&whole_jar).unwrap();
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let length_with_size = |size: u32| {
        let mut bytes = bytes.clone();
        bytes[directory + 24..directory + 28].copy_from_slice(&size.to_le_bytes());
        fs::write(folder.path().join("b.jar"), bytes).unwrap();
        ClassPath::open(&[folder.path().join("b.jar")]).unwrap().bytes("A").map(|bytes| bytes.len())
    };
    assert_eq!(length_with_size(100_000), Some(100_000));
    assert_eq!([length_with_size(10), length_with_size(100_001), length_with_size(u32::MAX - 1)], [None; 3]);
}

#[test]
fn files_of_a_jar_are_read_until_their_total_size_exceeds_a_limit() {
    let folder = TempDir::new().unwrap();
    let jar = folder.path().join("a.jar");
    let names: Vec<String> = (0..30).map(|number| format!("C{number}.class")).collect();
    let zeros = vec![0; 1 << 20];
    write_jar(&jar, &names.iter().map(|name| (&**name, &zeros)).collect::<Vec<_>>());
    let path = ClassPath::open(&[jar]).unwrap();
    let read = |name: &String| path.resource(name).is_some();
    let read_count = names.iter().filter(|name| read(name)).count();
    assert!((16..30).contains(&read_count), "{read_count}");
    assert!(read(&names[0]) && !read(&names[29]), "a file that was read can be read again");
}

#[test]
fn the_error_for_an_unusable_entry_contains_its_name() {
    let folder = TempDir::new().unwrap();
    let whole_jar = folder.path().join("whole.jar");
    write_jar(&whole_jar, &[("A.class", "some text that is long enough")]);
    let bytes = fs::read(&whole_jar).unwrap();
    let check = |name: &str, content: Option<&[u8]>, expect: fn(&Error) -> bool| {
        let path = folder.path().join(name);
        if let Some(content) = content {
            fs::write(&path, content).unwrap();
        }
        let error = ClassPath::open(&[path]).err().expect("opening fails");
        assert!(expect(&error) && error.to_string().contains(name), "{error}");
    };
    check("gone.jar", None, |e| matches!(e, Error::MissingEntry { .. }));
    check("cut.jar", Some(&bytes[..bytes.len() / 2]), |e| matches!(e, Error::DamagedJar { .. }));
    check("empty.jar", Some(b""), |e| matches!(e, Error::DamagedJar { .. }));
    check("text.jar", Some(b"plain text"), |e| matches!(e, Error::DamagedJar { .. }));
}

#[test]
fn several_threads_read_the_same_content() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.jar");
    let names: Vec<String> = (0..50).map(|n| format!("p/C{n}.class")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
    write_jar(&file, &files);
    let path = ClassPath::open(&[file]).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| names.iter().for_each(|name| assert_eq!(text(&path, name).as_ref(), Some(name))));
        }
    });
}

#[test]
fn classes_in_memory_can_be_read_but_are_not_listed() {
    let folder = TempDir::new().unwrap();
    write_jar(&folder.path().join("a.jar"), &[("p/A.class", "jar")]);
    let path = ClassPath::open(&[folder.path().join("a.jar")]).unwrap();
    let classes = ["p/A", "p/B"].map(|name| (name.to_owned(), b"memory".to_vec()));
    let path = path.with_classes(classes);
    assert_eq!(path.bytes("p/A").unwrap(), b"jar");
    assert_eq!(path.bytes("p/B").unwrap(), b"memory");
    assert_eq!(path.names().collect::<Vec<_>>(), ["p/A"]);
    assert_eq!(["p/A", "p/B"].map(|name| path.contains(name)), [true, true]);
    assert_eq!(["p/A", "p/B"].map(|name| path.entries_contain(name)), [true, false]);
    assert_eq!(path.entries().len(), 1);
}

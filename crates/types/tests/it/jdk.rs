//! Tests of the search for a JDK, and of reading its classes.

use std::{fs, io::Write, path::Path};

use tempfile::TempDir;
use types::{ClassPath, Error, Jdk, World};

use crate::common::{jdk, jdk_world};

#[test]
fn a_jdk_is_found_and_its_classes_are_read() {
    let jdk = jdk();
    assert!(jdk.version >= 8 && jdk.javac().is_file() && jdk.java().is_file());
    for name in ["java/lang/Object", "java/util/Map$Entry", "java/sql/Date", "javax/xml/parsers/SAXParser"] {
        assert_eq!(jdk.bytes(name).expect(name)[..4], [0xCA, 0xFE, 0xBA, 0xBE]);
        assert!(jdk.contains(name));
    }
    for name in ["java/lang/Objekt", "Object", "", "/", "java/lang/", "no/such/pkg/C"] {
        assert!(jdk.bytes(name).is_none() && !jdk.contains(name), "{name}");
    }
}

#[test]
fn the_jdk_in_a_folder_is_opened() {
    let default_jdk = jdk();
    assert_eq!(Jdk::find(Some(&default_jdk.home)).unwrap().version, default_jdk.version);
}

fn open_error(home: &Path) -> Error {
    Jdk::find(Some(home)).err().expect("opening fails")
}

#[test]
fn a_folder_without_java_is_refused() {
    let folder = TempDir::new().unwrap();
    assert!(matches!(open_error(folder.path()), Error::NotAJdk { .. }));
}

#[test]
#[cfg(unix)]
fn a_runtime_without_javac_is_refused() {
    let image = jdk().home.join("lib/modules");
    if image.is_file() {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        std::os::unix::fs::symlink(image, folder.path().join("lib/modules")).unwrap();
        let error = open_error(folder.path());
        assert!(matches!(error, Error::NoCompiler { .. }));
        assert!(error.to_string().contains("without javac"), "{error}");
    }
}

#[test]
fn a_damaged_image_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("lib")).unwrap();
    let image = folder.path().join("lib/modules");
    let header: Vec<u8> =
        [0xCAFE_DADAu32, 1 << 16, 0, 9, 9, 900, 900].iter().flat_map(|w| w.to_le_bytes()).collect();
    for bytes in [&b"no image"[..], &header[..20], &header] {
        fs::write(&image, bytes).unwrap();
        assert!(matches!(open_error(folder.path()), Error::DamagedImage { .. }), "{bytes:?}");
    }
}

/// Returns a folder with the layout of JDK 8 and older. Its only class has the class file version of
/// JDK `version`.
fn old_jdk(version: u8) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("jre/lib")).unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    fs::write(folder.path().join(format!("bin/javac{}", std::env::consts::EXE_SUFFIX)), "").unwrap();
    let mut object = jdk().bytes("java/lang/Object").unwrap();
    object[7] = 44 + version;
    let mut jar = zip::ZipWriter::new(fs::File::create(folder.path().join("jre/lib/rt.jar")).unwrap());
    jar.start_file("java/lang/Object.class", zip::write::SimpleFileOptions::default()).unwrap();
    jar.write_all(&object).unwrap();
    jar.finish().unwrap();
    folder
}

#[test]
fn classes_of_jdk_8_are_read_from_its_jar() {
    let folder = old_jdk(8);
    let jdk = Jdk::find(Some(folder.path())).unwrap();
    assert_eq!(jdk.version, 8);
    assert!(jdk.contains("java/lang/Object") && !jdk.contains("java/lang/String"));
    assert!(jdk.is_exported("java.util.function") && !jdk.is_exported("sun.misc"));
}

#[test]
fn jdks_older_than_8_are_refused() {
    let folder = old_jdk(7);
    assert!(matches!(open_error(folder.path()), Error::JdkTooOld { version: 7, .. }));
}

#[test]
fn classes_have_the_members_of_the_older_release_that_was_set() {
    let has_method = |world: &World, class: &str, method: &str| {
        let class = world.class(world.class_named(class).unwrap());
        class.methods.iter().any(|&id| &*world.method(id).name == method)
    };
    let world = |release| World::new(ClassPath::open(&[]).unwrap(), jdk().with_release(release));
    let (old_world, new_world) = (world(8), world(11));
    for (class, method) in [("java.lang.String", "repeat"), ("java.util.List", "of")] {
        assert!(
            !has_method(&old_world, class, method) && has_method(&new_world, class, method),
            "{class}.{method}"
        );
    }
    assert!(
        has_method(&old_world, "java.lang.String", "trim")
            && has_method(&old_world, "java.util.Map$Entry", "getKey")
    );
    let class_since_11 = old_world.class_named("java.net.http.HttpClient").unwrap();
    assert!(
        !old_world.class(class_since_11).methods.is_empty(),
        "a class that is missing in the older release has the members of the JDK"
    );
    assert!(
        !old_world.is_accessible_class(class_since_11, "")
            && new_world.is_accessible_class(new_world.class_named("java.net.http.HttpClient").unwrap(), "")
    );
    assert!(
        ["java.util.Map$Entry", "java.sql.Date", "org.w3c.dom.Node"]
            .iter()
            .all(|name| old_world.is_accessible_class(old_world.class_named(name).unwrap(), ""))
    );
}

#[test]
fn a_jdk_with_a_damaged_object_class_is_refused() {
    let folder = old_jdk(8);
    let mut jar = zip::ZipWriter::new(fs::File::create(folder.path().join("jre/lib/rt.jar")).unwrap());
    jar.start_file("java/lang/Object.class", zip::write::SimpleFileOptions::default()).unwrap();
    jar.write_all(&[0xCA, 0xFE, 0xBA, 0xBE]).unwrap();
    jar.finish().unwrap();
    assert!(matches!(open_error(folder.path()), Error::NotAJdk { .. }));
}

#[test]
fn types_are_found_by_the_names_that_class_get_name_returns() {
    let world = jdk_world();
    let found = |name: &str| world.type_named(name).map(|ty| world.display(&ty));
    let source_names = [
        ("int", "int"),
        ("java.util.Map$Entry", "java.util.Map.Entry"),
        ("[[J", "long[][]"),
        ("[Ljava.lang.String;", "java.lang.String[]"),
    ];
    for (name, source_name) in source_names {
        assert_eq!(found(name).as_deref(), Some(source_name), "{name}");
    }
    for name in ["", "void", "[", "[X", "[L;", "[Lno.such.Type;", "no.such.Type", "I"] {
        assert_eq!(found(name), None, "{name}");
    }
}

//! The JDK that compiles and runs the tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
};

use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) mod common_classes;
mod image;
mod module_info;
mod release;

use self::{image::Image, release::Release};
use crate::{Error, class_path::jar::Jar};

/// A JDK, version 8 or newer, and its classes.
pub struct Jdk {
    /// The folder of the JDK.
    pub home: PathBuf,
    /// The feature version of the JDK, such as 17.
    pub version: u32,
    classes: Classes,
    /// The older Java release that [`with_release`](Jdk::with_release) has set.
    release: Option<Release>,
    /// For each module that was looked up, the packages that the module exports to every module, with
    /// slashes.
    exports: Mutex<FxHashMap<String, FxHashSet<String>>>,
}

/// The file that contains the classes of a JDK.
enum Classes {
    /// `lib/modules` of JDK 9 and newer.
    Image(Image),
    /// `rt.jar` of JDK 8.
    Jar(Jar),
}

impl Jdk {
    /// Opens the JDK in a folder. Without a folder, tries `JAVA_HOME`, the JDK of each `javac` on the `PATH`,
    /// and then the JDKs in the standard folders of the system.
    ///
    /// # Errors
    /// If the folder has no usable JDK. If the search finds no usable JDK, the method returns the first error
    /// that occurred, or [`Error::NoJdk`].
    pub fn find(explicit: Option<&Path>) -> Result<Jdk, Error> {
        if let Some(home) = explicit {
            return Jdk::open(home);
        }
        let mut first_error = None;
        for home in homes_in_environment().into_iter().chain(homes_in_standard_folders()) {
            match Jdk::open(&home) {
                Ok(jdk) => return Ok(jdk),
                Err(error) => {
                    tracing::warn!(%error, "skipping an unusable JDK");
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or(Error::NoJdk))
    }

    /// Returns another JDK of this machine whose version differs most from this JDK. The version of the other
    /// JDK is at least `min_version`. Returns `None` if there is no such JDK.
    pub fn find_other(&self, min_version: u32) -> Option<Jdk> {
        let homes = homes_in_environment().into_iter().chain(homes_in_standard_folders());
        let jdks = homes.filter_map(|home| Jdk::open(&home).ok());
        let difference = |jdk: &Jdk| jdk.version.abs_diff(self.version);
        jdks.filter(|jdk| jdk.version >= min_version && difference(jdk) > 0).max_by_key(difference)
    }

    fn open(home: &Path) -> Result<Jdk, Error> {
        let home = home.to_owned();
        let classes = if home.join("lib/modules").is_file() {
            Classes::Image(Image::open(&home.join("lib/modules"))?)
        } else if let Some(rt) =
            ["jre/lib/rt.jar", "lib/rt.jar"].map(|p| home.join(p)).into_iter().find(|p| p.is_file())
        {
            Classes::Jar(Jar::open(&rt)?)
        } else {
            return Err(Error::NotAJdk { home });
        };
        let mut jdk = Jdk { home, version: 0, classes, release: None, exports: Mutex::default() };
        let object = jdk.bytes("java/lang/Object").unwrap_or_default();
        let Some(&[high, low]) = object.get(6..).and_then(<[u8]>::first_chunk) else {
            return Err(Error::NotAJdk { home: jdk.home });
        };
        // A JDK's own classes are compiled for the JDK's version, so the class file version (44 + feature
        // version) is reliable. Some distributions have no `release` file.
        jdk.version = u32::from(u16::from_be_bytes([high, low])).saturating_sub(44);
        if jdk.version < 8 {
            return Err(Error::JdkTooOld { home: jdk.home, version: jdk.version });
        }
        if !jdk.javac().is_file() {
            return Err(Error::NoCompiler { home: jdk.home });
        }
        Ok(jdk)
    }

    /// Returns the JDK with the public classes of an older Java release.
    ///
    /// Each class has the members that it had in the release. If a class is missing in the release, it has
    /// the members of the JDK. If the JDK has no data about the release, all classes have the members of the
    /// JDK.
    pub fn with_release(mut self, release: u32) -> Jdk {
        let file = self.home.join("lib/ct.sym");
        if release < self.version && self.version > 8 {
            let opened_release = Release::open(&file, release.max(8));
            let warn = |error: &Error| tracing::warn!(%error, release, "cannot read the classes of the older Java release, so tests may use newer classes and methods of the JDK; install a complete JDK");
            self.release = opened_release.inspect_err(warn).ok();
        }
        self
    }

    /// Returns the path of the launcher, `bin/java`.
    pub fn java(&self) -> PathBuf {
        self.program("java")
    }

    /// Returns the path of the compiler, `bin/javac`.
    pub fn javac(&self) -> PathBuf {
        self.program("javac")
    }

    fn program(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(format!("{name}{}", env::consts::EXE_SUFFIX))
    }

    /// Reads the class file of a JDK class by its internal name, `java/util/Map$Entry`. A class file of an
    /// older [release](Jdk::with_release) has no code.
    pub fn bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        let release_bytes = self.release.as_ref().and_then(|release| release.bytes(internal_name));
        release_bytes.or_else(|| self.own_bytes(internal_name))
    }

    fn own_bytes(&self, internal_name: &str) -> Option<Vec<u8>> {
        match &self.classes {
            Classes::Image(image) => image.read(&image_path(image, internal_name)?).map(<[u8]>::to_vec),
            Classes::Jar(jar) => jar.read(jar.find(&format!("{internal_name}.class"))?),
        }
    }

    /// Whether the JDK has the class with the given internal name.
    pub fn contains(&self, internal_name: &str) -> bool {
        match &self.classes {
            Classes::Image(image) => {
                image_path(image, internal_name).is_some_and(|path| image.contains(&path))
            }
            Classes::Jar(jar) => jar.find(&format!("{internal_name}.class")).is_some(),
        }
    }

    /// Whether the Java release that [`with_release`](Jdk::with_release) has set contains a class. True for
    /// every class if no older release is set.
    pub fn is_in_release(&self, internal_name: &str) -> bool {
        self.release.as_ref().is_none_or(|release| release.contains(internal_name))
    }

    /// Whether source in any module can name the public classes of a package such as `java.util`. This is the
    /// case if the module of the package exports the package to every module.
    pub fn is_exported(&self, package: &str) -> bool {
        let package = package.replace('.', "/");
        let Classes::Image(image) = &self.classes else { return is_exported_by_name(&package) };
        let Some(module) = image.module_of(&package) else { return false };
        if module.starts_with("jdk.incubator.") {
            // Source can use incubating modules only with special compiler options.
            return false;
        }
        let mut exports = self.exports.lock().expect("no thread panics while it holds the lock");
        if !exports.contains_key(module) {
            let info = image.read(&format!("/{module}/module-info.class")).unwrap_or_default();
            exports.insert(module.to_owned(), module_info::exports(info));
        }
        exports[module].contains(&package)
    }
}

fn image_path(image: &Image, internal_name: &str) -> Option<String> {
    let (package, _) = internal_name.rsplit_once('/')?;
    Some(format!("/{}/{internal_name}.class", image.module_of(package)?))
}

/// Whether JDK 8, which has no modules, documents the classes of a package. The name of the package decides.
fn is_exported_by_name(package: &str) -> bool {
    ["java/", "javax/", "org/w3c/", "org/xml/", "org/ietf/", "org/omg/"]
        .iter()
        .any(|p| package.starts_with(p))
}

/// Returns the folders of JDKs that `JAVA_HOME` and `PATH` refer to.
fn homes_in_environment() -> Vec<PathBuf> {
    let java_home = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let javac = format!("javac{}", env::consts::EXE_SUFFIX);
    let homes_on_path = env::split_paths(&path)
        .filter_map(|folder| folder.join(&javac).canonicalize().ok())
        .filter_map(|javac| Some(javac.parent()?.parent()?.to_owned()));
    java_home.into_iter().chain(homes_on_path).collect()
}

/// Returns the folders of JDKs in the standard folders of the system. The default JDK of macOS comes first.
/// The other folders are in descending order of their names, so a newer JDK usually comes before an older
/// JDK.
fn homes_in_standard_folders() -> Vec<PathBuf> {
    let is_mac = cfg!(target_os = "macos");
    let output = is_mac.then(|| Command::new("/usr/libexec/java_home").output()).and_then(Result::ok);
    let mac_home = output
        .filter(|it| it.status.success())
        .map(|it| PathBuf::from(String::from_utf8_lossy(&it.stdout).trim()));
    let mut folders: Vec<PathBuf> =
        ["/usr/lib/jvm", "/usr/java", "/opt/java", "/opt/jdk", "C:\\Program Files\\Java"]
            .iter()
            .filter_map(|folder| std::fs::read_dir(folder).ok())
            .flat_map(|entries| entries.filter_map(|e| Some(e.ok()?.path())))
            .filter(|home| home.join("bin").is_dir())
            .collect();
    folders.sort();
    mac_home.into_iter().chain(folders.into_iter().rev()).collect()
}

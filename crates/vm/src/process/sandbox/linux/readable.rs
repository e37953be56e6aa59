//! The files that a JVM may read.

use std::ffi::OsString;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;

/// Files and folders of the system that JVMs read. Traces (`strace`) of JDK 17 and 25 show that they read
/// these files. Some files exist only on some systems.
const SYSTEM: &[&str] = &[
    // Libraries, locales, time zones, fonts and types of files.
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/share",
    "/usr/local/share/fonts",
    "/gnu/store",
    "/nix/store",
    "/etc/fonts",
    "/etc/mime.types",
    "/var/cache/fontconfig",
    // The program loader.
    "/etc/ld.so.cache",
    "/etc/ld-musl-aarch64.path",
    "/etc/ld-musl-x86_64.path",
    // Names of users, groups and hosts, and the time zone.
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/resolv.conf",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/os-release",
    // Settings of JDKs.
    "/etc/crypto-policies",
    // Facts about the machine.
    "/proc/cgroups",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys/kernel",
    "/proc/sys/vm",
    "/proc/uptime",
    "/proc/version",
    "/proc/vmstat",
    "/sys/devices/system",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    // Devices.
    "/dev/full",
    "/dev/null",
    "/dev/random",
    "/dev/urandom",
    "/dev/zero",
];

/// The file with the public certificates of a JDK. On many systems, it is a link to a file elsewhere.
const CERTIFICATES: &str = "lib/security/cacerts";

/// A file or folder without its content.
pub struct Place {
    /// Path of the file or folder, without symbolic links.
    pub path: PathBuf,
    file: OwnedFd,
}

/// The places of [`SYSTEM`], and the settings of JDKs. They stay open: if the kernel removed a file of
/// `/proc` from its cache, the rules for this file would no longer apply to it.
static SYSTEM_PLACES: LazyLock<Vec<Place>> =
    LazyLock::new(|| SYSTEM.iter().map(PathBuf::from).chain(settings()).filter_map(Place::open).collect());

impl Place {
    /// Opens a file or folder without reading it. Follows symbolic links. Returns `None` if it does not
    /// exist.
    pub fn open(path: impl AsRef<Path>) -> Option<Place> {
        Place::open_with(path.as_ref(), true).ok()
    }

    /// Opens a file or folder without reading it. If `follows_last` is false, the place can be a symbolic
    /// link.
    ///
    /// # Errors
    /// If the place cannot be opened.
    pub fn open_with(path: &Path, follows_last: bool) -> Result<Place, Errno> {
        let follow = if follows_last { OFlags::empty() } else { OFlags::NOFOLLOW };
        let file = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC | follow, Mode::empty())?;
        let link = rustix::fs::readlink(super::super::descriptor_path(file.as_fd()), Vec::new())?;
        Ok(Place { path: OsString::from_vec(link.into_bytes()).into(), file })
    }

    /// Returns whether the place contains a path without symbolic links.
    pub fn contains(&self, path: &Path) -> bool {
        path.starts_with(&self.path)
    }
}

impl AsFd for Place {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

/// The places that one JVM may read, in addition to its own entries in `/proc`.
pub struct Readable(Vec<Place>);

impl Readable {
    /// Returns the places for the program `java`: the places of the system, the JDK of the program, its
    /// scratch folder, and further places. Ignores places that do not exist.
    pub fn new(java: &Path, scratch: &Path, further: &[PathBuf]) -> Readable {
        let own = homes(java).into_iter().chain([java.to_owned(), scratch.to_owned()]);
        Readable(own.chain(further.iter().cloned()).filter_map(Place::open).collect())
    }

    /// Returns all places.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        SYSTEM_PLACES.iter().chain(&self.0)
    }
}

/// Returns the folders of the JDK that contains a `java` program, and the file with its certificates. The
/// program of JDK 8 can be in the folder `jre` of the JDK.
fn homes(java: &Path) -> Vec<PathBuf> {
    let real = java.canonicalize().unwrap_or_else(|_| java.to_owned());
    let homes = [java, &real].into_iter().flat_map(|it| it.ancestors().skip(2).take(2));
    let homes = homes.filter(|home| is_jdk(home));
    homes.flat_map(|home| [home.to_owned(), home.join(CERTIFICATES)]).collect()
}

/// Returns whether a folder is the home of a JDK, or of the JRE in a JDK.
fn is_jdk(folder: &Path) -> bool {
    ["modules", "rt.jar", "tools.jar"].iter().any(|file| folder.join("lib").join(file).is_file())
}

/// Returns the folders to which distributions move the settings of JDKs, such as `/etc/java-17-openjdk`.
fn settings() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    entries.filter(|it| it.file_name().to_string_lossy().starts_with("java")).map(|it| it.path())
}

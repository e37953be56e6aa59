//! The class file image of JDK 9 and newer, `lib/modules`.
//!
//! OpenJDK's `src/java.base/share/native/libjimage/imageFile.hpp` defines the format. The parts are: a
//! header, a perfect hash table (`redirect`, `offsets`), the packed attributes of each file (`locations`),
//! the texts of the attributes (`strings`), and the contents of the files.

use std::path::{Path, PathBuf};

use memmap2::Mmap;

use crate::{Error, class_path::jar};

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_LENGTH: usize = 28;
const SEED: u32 = 0x0100_0193;

/// An open image.
pub struct Image {
    path: PathBuf,
    map: Mmap,
    is_big_endian: bool,
    /// Number of buckets of the hash table.
    bucket_count: usize,
    /// Offset of the packed attributes, in bytes.
    locations_start: usize,
    /// Offset of the strings, in bytes.
    strings_start: usize,
    /// Offset of the contents, in bytes.
    contents_start: usize,
}

/// The attributes of a file in the image, indexed by attribute kind.
#[derive(Default)]
struct Location {
    values: [u64; 8],
}

// The kinds of attributes.
const MODULE: usize = 1;
const PARENT: usize = 2;
const BASE: usize = 3;
const EXTENSION: usize = 4;
const OFFSET: usize = 5;
const COMPRESSED: usize = 6;
const SIZE: usize = 7;

impl Image {
    /// Maps an image into memory and checks its header.
    pub fn open(path: &Path) -> Result<Image, Error> {
        let damaged = |reason| Error::DamagedImage { path: path.to_owned(), reason };
        let map = jar::map(path)?;
        let mut image = Image {
            path: path.to_owned(),
            map,
            is_big_endian: false,
            bucket_count: 0,
            locations_start: 0,
            strings_start: 0,
            contents_start: 0,
        };
        image.is_big_endian = match image.u32(0) {
            Some(MAGIC) => false,
            Some(other) if other.swap_bytes() == MAGIC => true,
            _ => return Err(damaged("wrong first bytes")),
        };
        let field = |at| image.u32(at).map(|v| v as usize).ok_or(damaged("truncated header"));
        let (bucket_count, locations_length, strings_length) = (field(16)?, field(20)?, field(24)?);
        image.bucket_count = bucket_count;
        image.locations_start = HEADER_LENGTH + 8 * bucket_count;
        image.strings_start = image.locations_start + locations_length;
        image.contents_start = image.strings_start + strings_length;
        if bucket_count == 0 || image.contents_start > image.map.len() {
            return Err(damaged("truncated tables"));
        }
        Ok(image)
    }

    /// Returns the name of the module that contains a package such as `java/util`.
    pub fn module_of(&self, package: &str) -> Option<&str> {
        let path = format!("/packages/{}", package.replace('/', "."));
        let content = self.read(&path)?;
        // The content consists of pairs of numbers. The first number is 0 if the module has classes in the
        // package. The second number is the offset of the module's name.
        let word = |at: usize| {
            let bytes = content.get(at..at + 4)?.try_into().ok()?;
            Some(if self.is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
        };
        let pairs = (0..content.len() / 8).filter_map(|i| Some((word(8 * i)?, word(8 * i + 4)?)));
        let (_, module) = pairs.into_iter().find(|(is_empty, _)| *is_empty == 0)?;
        str::from_utf8(self.string(module.into())).ok()
    }

    /// Whether the image has a file with a path such as `/java.base/java/util/Map.class`.
    pub fn contains(&self, path: &str) -> bool {
        self.locate(path).is_some()
    }

    /// Returns the content of a file; `None` if the file is missing or compressed. The images of JDKs are
    /// usually not compressed.
    pub fn read(&self, path: &str) -> Option<&[u8]> {
        let location = self.locate(path)?;
        if location.values[COMPRESSED] != 0 {
            tracing::warn!(image = %self.path.display(), path, "skipping a compressed file: compressed JDK images are not supported; use a JDK with an uncompressed image");
            return None;
        }
        let start = self.contents_start.checked_add(usize::try_from(location.values[OFFSET]).ok()?)?;
        self.map.get(start..start.checked_add(usize::try_from(location.values[SIZE]).ok()?)?)
    }

    /// Looks up the attributes of the file with the given path in the hash table.
    fn locate(&self, path: &str) -> Option<Location> {
        // The entry of a bucket in the table `redirect` is 0 if no file belongs to the bucket. If one file
        // belongs to it, the entry is a negative number that encodes the index of the file in the table
        // `offsets`. If several files belong to it, the entry is the seed of a second hash. This hash is the
        // index.
        let bucket = hash(path, SEED) as usize % self.bucket_count;
        let index = match self.u32(HEADER_LENGTH + 4 * bucket)? as i32 {
            0 => return None,
            encoded_index if encoded_index < 0 => usize::try_from(-1 - i64::from(encoded_index)).ok()?,
            seed => hash(path, seed as u32) as usize % self.bucket_count,
        };
        let offset = self.u32(HEADER_LENGTH + 4 * self.bucket_count + 4 * index)? as usize;
        let location = self.location(self.locations_start.checked_add(offset)?)?;
        self.is_named(&location, path).then_some(location)
    }

    /// Unpacks the attributes of a file from byte `at` of the image.
    fn location(&self, mut at: usize) -> Option<Location> {
        let mut location = Location::default();
        loop {
            let head = *self.map.get(at)?;
            let (kind, length) = (usize::from(head >> 3), usize::from(head & 7) + 1);
            if kind == 0 {
                return Some(location);
            }
            let bytes = self.map.get(at + 1..at + 1 + length)?;
            *location.values.get_mut(kind)? = bytes.iter().fold(0, |value, &b| value << 8 | u64::from(b));
            at += 1 + length;
        }
    }

    /// Whether the module, folder, name and extension in the attributes of a file form the given path.
    fn is_named(&self, location: &Location, path: &str) -> bool {
        let parts = [(&b"/"[..], MODULE), (b"/", PARENT), (b"/", BASE), (b".", EXTENSION)];
        let mut rest = path.as_bytes();
        for (separator, part) in parts {
            let text = self.string(location.values[part]);
            if text.is_empty() {
                continue;
            }
            match rest.strip_prefix(separator).and_then(|rest| rest.strip_prefix(text)) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        rest.is_empty()
    }

    fn string(&self, offset: u64) -> &[u8] {
        let strings = &self.map[self.strings_start..self.contents_start];
        let tail = usize::try_from(offset).ok().and_then(|at| strings.get(at..)).unwrap_or_default();
        let end = tail.iter().position(|&b| b == 0).unwrap_or(0);
        &tail[..end]
    }

    fn u32(&self, at: usize) -> Option<u32> {
        let bytes = self.map.get(at..at + 4)?.try_into().ok()?;
        Some(if self.is_big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }
}

fn hash(text: &str, seed: u32) -> u32 {
    text.bytes().fold(seed, |hash, b| hash.wrapping_mul(SEED) ^ u32::from(b)) & 0x7FFF_FFFF
}

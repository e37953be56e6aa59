//! Writes the initial corpus of the fuzz targets: `cargo run -p badbytes --example seeds [FOLDER]`. The
//! default folder is `fuzz/corpus`.

fn main() -> std::io::Result<()> {
    let folder = std::env::args_os().nth(1).unwrap_or_else(|| "fuzz/corpus".into());
    badbytes::write_seeds(folder.as_ref())
}

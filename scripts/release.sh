#!/bin/sh
# Builds the files of a release for this machine's processor, in target/release-files: an archive with the program, shell
# completions and manual pages; a wheel; checksums. Needs Linux, Rust, a JDK, and Python 3 with venv.
set -eu
cd "$(dirname "$0")/.."

files=target/release-files
tools=target/release-tools
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
name=testudo-$version-$(uname -m)-linux

cargo build --release --locked --quiet -p testudo
program=${CARGO_TARGET_DIR:-target}/release/testudo

rm -rf "$files"
mkdir -p "$files/$name/completions"
cp "$program" README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$files/$name"
"$program" completions bash >"$files/$name/completions/testudo"
"$program" completions zsh >"$files/$name/completions/_testudo"
"$program" completions fish >"$files/$name/completions/testudo.fish"
"$program" man "$files/$name/man/man1"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
    -C "$files" -czf "$files/$name.tar.gz" "$name"
rm -r "${files:?}/$name"

python3 -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --requirement scripts/requirements.txt
"$tools/bin/maturin" build --quiet --release --out "$files"

cd "$files"
sha256sum ./*.tar.gz ./*.whl | sed 's# \./# #' >SHA256SUMS
cat SHA256SUMS

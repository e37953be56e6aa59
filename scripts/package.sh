#!/bin/sh
# Builds the packages and tries each of them: installs it as a user does, and generates tests with it.
# Usage: ./x package [PART...]; parts: archive wheel install action image (all by default).
# The last lines name the parts that work and those that were not tried, with the reason.
set -eu
cd "$(dirname "$0")/.."
root=$PWD
target=${CARGO_TARGET_DIR:-$root/target}
files=$root/target/release-files
tools=$root/target/release-tools
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
largest=15000000
trial=$(mktemp -d "${TMPDIR:-/tmp}/testudo-package-XXXXXX")
trap 'rm -rf "$trial"' EXIT

say() { printf '%s\n' "$*" >&2; }
die() { say "package: $*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
# result PART TEXT: records a line of the closing list.
result() { printf '%-8s %s\n' "$@" >>"$trial/results"; }

# try_program PROGRAM: generates tests for one class with a program.
try_program() {
    rm -rf "$trial/tests"
    "$1" --version >&2
    "$1" generate --classpath "$trial/classes" --class demo.Roman --tests 500 --output "$trial/tests" ||
        die "$1 cannot generate tests; see above"
    [ -s "$trial/tests/demo/RomanTest.java" ] || die "$1 wrote no tests for demo.Roman"
}

# The program, its shell completions and its manual pages.
try_archive() {
    (cd "$files" && sha256sum --check --quiet SHA256SUMS) || die "the checksums of $files are wrong"
    tar -xzf "$files"/testudo-*.tar.gz -C "$trial" --strip-components 1
    size=$(wc -c <"$trial/testudo")
    [ "$size" -lt $largest ] || die "the program has $size bytes, the limit is $largest; find what has grown"
    for page in testudo testudo-generate; do
        [ -s "$trial/man/man1/$page.1" ] || die "the archive has no manual page $page.1"
    done
    check_syntax bash completions/testudo
    check_syntax zsh completions/_testudo
    check_syntax fish completions/testudo.fish
    try_program "$trial/testudo"
    result archive "works: $(basename "$files"/testudo-*.tar.gz); the program has $size bytes"
}

# check_syntax SHELL FILE: checks a script of the archive with its shell.
check_syntax() {
    if have "$1"; then
        "$1" -n "$trial/$2" || die "$1 does not understand $2"
    else
        result archive "not tried: $2, because $1 is not installed"
    fi
}

# The wheel, in a new virtual environment.
try_wheel() {
    python3 -m venv "$trial/environment"
    "$trial/environment/bin/python" -m pip install --quiet --no-index "$files"/testudo-*.whl ||
        die "pip cannot install the wheel; see above"
    try_program "$trial/environment/bin/testudo"
    result wheel "works: $(basename "$files"/testudo-*.whl)"
}

# cargo install, from a fresh clone of the last commit.
try_install() {
    git clone --quiet "$root" "$trial/clone"
    # The target folder of this checkout has the libraries; the crates of the clone have another path, and are built.
    (cd "$trial/clone" &&
        CARGO_TARGET_DIR=$target cargo install --quiet --locked --path crates/testudo --root "$trial/cargo") ||
        die "cargo install fails in a fresh clone; see above"
    try_program "$trial/cargo/bin/testudo"
    result install "works: cargo install in a fresh clone of the last commit"
}

# The GitHub action: the syntax of the workflow that uses it, and its steps with the files of the release.
try_action() {
    find_actionlint
    if [ -n "$actionlint" ]; then
        "$actionlint" || die "actionlint has found errors; see above"
        result action "works: actionlint finds no error in the workflows and in the action"
    else
        result action "not tried: actionlint, because neither actionlint nor Go is installed"
    fi
    release=$trial/owner/testudo/releases/download/v$version
    mkdir -p "$release"
    cp "$files"/* "$release"
    cp -R demo "$trial/project"
    "$tools/bin/python" scripts/action_steps.py "inputs.version=v$version" "inputs.working-directory=$trial/project" \
        "inputs.arguments=--tests 500" "github.server_url=file://$trial" "github.repository=owner/testudo" >&2 ||
        die "the steps of the action fail; see above"
    [ -s "$trial/project/bank/src/test/java/demo/AccountTest.java" ] || die "the action wrote no tests for demo.Account"
    result action "works: the steps that are shell scripts, with the files of the release"
    result action "not tried: the cache (it needs GitHub), and the build without a release"
}

# Sets `actionlint` to the path of this program, or to nothing.
find_actionlint() {
    actionlint=$(command -v actionlint) || actionlint=
    if [ -z "$actionlint" ] && have go; then
        GOBIN=$tools/bin go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7 ||
            die "Go cannot install actionlint; check the network and the errors above"
        actionlint=$tools/bin/actionlint
    fi
}

# The image. Without Docker and a registry, the steps of its last stage run in a tree of Debian.
try_image() {
    if have docker && docker build --quiet --tag testudo . >&2; then
        docker run --rm --volume "$trial/classes:/classes:ro" testudo generate --classpath /classes --class demo.Roman \
            --tests 500 || die "the image cannot generate tests; see above"
        result image "works"
    elif [ "$(id -u)" = 0 ] && have debootstrap; then
        say "package: Docker cannot build the image here; running the steps of its last stage in a tree of Debian"
        scripts/dockerfile_steps.sh "$trial/tree" "$target/release/testudo" "$trial/classes" >&2 ||
            die "a step of the Dockerfile fails; see above"
        result image "works: the steps of the last stage, in a tree of Debian"
        result image "not tried: docker build (Docker or its registry cannot be reached), and with it the first stage"
    else
        result image "not tried: Docker cannot build it, and only root can run its steps with debootstrap"
    fi
}

parts=${*:-archive wheel install action image}
for part in $parts; do
    case $part in
        archive | wheel | install | action | image) ;;
        *) die "there is no part $part; name archive, wheel, install, action or image" ;;
    esac
done
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -d "$trial/classes" demo/numerals/src/main/java/demo/Roman.java
say "package: building the files of the release (the first build takes minutes)"
scripts/release.sh >&2
for part in $parts; do
    say "package: $part"
    "try_$part"
done
say ""
cat "$trial/results"

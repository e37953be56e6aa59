#!/bin/sh
# Installs Testudo and adds it to the PATH of the following steps.
# With TESTUDO_VERSION (such as v0.1.0): the program of this release of the repository TESTUDO_REPOSITORY (a URL).
# Without it: builds the source that contains this action.
set -eu

folder=$RUNNER_TEMP/testudo
mkdir -p "$folder"
if [ -n "$TESTUDO_VERSION" ]; then
    name=testudo-${TESTUDO_VERSION#v}-$(uname -m)-$(uname -s | tr '[:upper:]' '[:lower:]')
    cd "$folder"
    for file in "$name.tar.gz" SHA256SUMS; do
        url=$TESTUDO_REPOSITORY/releases/download/$TESTUDO_VERSION/$file
        curl --fail --silent --show-error --location --remote-name "$url" || {
            echo "::error::cannot download $url; name another release in the input version, or leave it empty"
            exit 1
        }
    done
    grep " $name.tar.gz\$" SHA256SUMS | sha256sum --check --quiet
    tar -xzf "$name.tar.gz" --strip-components 1
else
    cargo build --release --locked --manifest-path "$GITHUB_ACTION_PATH/../Cargo.toml" -p testudo --target-dir "$folder/target"
    cp "$folder/target/release/testudo" "$folder/testudo"
fi
"$folder/testudo" --version
echo "$folder" >>"$GITHUB_PATH"

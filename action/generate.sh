#!/bin/bash
# Generates tests for the project in this folder. TESTUDO_ARGUMENTS contains further arguments, separated by spaces or
# line breaks.
set -eu

read -r -d '' -a arguments <<<"$TESTUDO_ARGUMENTS" || true
code=0
testudo generate --ci github "${arguments[@]}" || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"

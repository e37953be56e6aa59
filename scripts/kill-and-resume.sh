#!/bin/bash
# Kills runs of Testudo at random moments, repeats them, and compares the results with a run that nothing disturbed.
# Usage: scripts/kill-and-resume.sh PROJECT COUNT TESTUDO_OPTIONS...
# PROJECT is a folder with a project in a git repository without changes. The script works on copies. Without a time
# limit (--tests), the results must be equal. The program `testudo` must be on the PATH.
set -euo pipefail

project=$(realpath "$1") count=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The record of classes without tests must not carry over from one run to another.
export XDG_CACHE_HOME=$work/cache

# copy NAME: makes a copy of the project.
copy() {
    rm -rf "$work/cache" "${work:?}/$1"
    cp -r "$project" "$work/$1"
}

# run NAME OPTIONS...: starts Testudo in a copy of the project. Sets `pid`.
run() {
    local name=$1
    shift
    (cd "$work/$name" && exec testudo generate "$@" > "$work/log" 2>&1) &
    pid=$!
}

# finish: waits for the end of Testudo. Exit codes such as 9 (changed behaviour) are no failure of this script.
finish() {
    wait "$pid" || echo "testudo ended with exit code $?: $(tail -n 1 "$work/log")"
}

# tests NAME: prints the names and the contents of the new files of a copy.
tests() {
    (cd "$work/$1" && git ls-files --others --exclude-standard | xargs -r sha256sum) | LC_ALL=C sort
}

copy undisturbed
start=$SECONDS
run undisturbed "$@"
finish
duration=$((SECONDS - start))
tests undisturbed > "$work/expected"
echo "undisturbed: $duration s, $(wc -l < "$work/expected") files"
equal=0
for i in $(seq "$count"); do
    copy killed
    run killed "$@"
    moment=$(awk -v seed="$i" -v max="$duration" 'BEGIN { srand(seed); printf "%.2f", rand() * max }')
    sleep "$moment"
    kill -KILL "$pid" 2> /dev/null || true
    wait "$pid" 2> /dev/null || true
    tests killed > "$work/partial"
    incomplete=$(LC_ALL=C comm -13 "$work/expected" "$work/partial" | wc -l)
    run killed "$@"
    finish
    tests killed > "$work/resumed"
    if cmp -s "$work/expected" "$work/resumed"; then result=equal equal=$((equal + 1)); else result=different; fi
    echo "killed after $moment s: $(wc -l < "$work/partial") files, $incomplete of them incomplete; after the repetition: $result"
done
echo "$equal of $count repeated runs have the result of the undisturbed run"

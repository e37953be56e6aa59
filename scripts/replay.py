#!/usr/bin/env python3
"""Replays commits of a project, and counts how its generated tests change.

    scripts/replay.py [--without-own-tests] PROJECT COUNT TESTUDO_OPTIONS...

PROJECT is a folder with a clone of a project, with its history and without changes. The script works on a copy. With
--without-own-tests, it deletes the project's own tests in this copy.

The script selects the last COUNT commits that change code in src/main/java, checks out the commit before the first of
them, and generates the tests of the whole project. Then it checks out each selected commit and runs
`testudo generate --accept` with the same options. The output is a table of tab-separated values, one row for each commit:

    commit    abbreviated hash and subject
    seconds   duration of the run, including the project's own builds
    kept      number of test methods whose text did not change
    changed, added, removed   numbers of other test methods; a renamed test is removed and added
    tests     number of lines added to or deleted from generated test files
    code      number of lines added to or deleted from src/main/java
    exit      exit code of Testudo

The program `testudo` must be on the PATH. Its output goes to the file replay.log in the working folder.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCES = "src/main/java"
OWN_TESTS = "src/test/java"
MARK = "// Testudo: "
COMMENT = re.compile(r"\s*($|\*|/\*|//)")
# A test method of a generated file: from its first annotation to the closing brace with the same indentation.
TEST = re.compile(r"^( +)@(?:Test|ParameterizedTest)\b.*?\bvoid (\w+)\(.*?^\1\}", re.DOTALL | re.MULTILINE)


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), "-c", "user.name=replay", "-c", "user.email=replay", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, errors="replace").stdout


def changed_lines(diff: str) -> list[str]:
    """Returns the added and deleted lines of a diff."""
    return [line[1:] for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def select(project: Path, count: int) -> list[str]:
    """Returns the last commits that change more than comments and empty lines, the oldest first."""
    selected: list[str] = []
    for commit in git(project, "rev-list", "--no-merges", "--first-parent", "HEAD", "--", SOURCES).split():
        diff = git(project, "diff", "-U0", f"{commit}^", commit, "--", SOURCES)
        if not all(COMMENT.match(line) for line in changed_lines(diff)):
            selected.append(commit)
        if len(selected) == count:
            break
    return selected[::-1]


def generated(folder: Path) -> dict[Path, str]:
    """Returns the text of each generated test file."""
    paths = git(folder, "ls-files", "--cached", "--others", "--exclude-standard", "*Test.java").split("\n")
    files = {Path(path): (folder / path).read_text() for path in paths if path and (folder / path).is_file()}
    return {path: text for path, text in files.items() if MARK in text}


def tests(files: dict[Path, str]) -> dict[tuple[Path, str], str]:
    """Returns the text of each test method. Methods of one file with the same name get numbers."""
    found: dict[tuple[Path, str], str] = {}
    for path, text in files.items():
        for match in TEST.finditer(text):
            name, number = match[2], 1
            while (path, f"{name} {number}") in found:
                number += 1
            found[path, f"{name} {number}"] = match[0]
    return found


def check_out(folder: Path, commit: str, files: dict[Path, str], has_own_tests: bool) -> None:
    """Checks out a commit and adds the generated tests to it as a commit of their own."""
    git(folder, "checkout", "-q", "--force", commit)
    git(folder, "clean", "-q", "-d", "--force")
    if not has_own_tests:
        git(folder, "rm", "-q", "-r", "--ignore-unmatch", OWN_TESTS)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
        git(folder, "add", "--force", str(path))
    git(folder, "commit", "-q", "--allow-empty", "-m", "generated tests")


def generate(folder: Path, options: list[str]) -> tuple[int, float]:
    """Runs Testudo. Returns its exit code and its duration in seconds."""
    start = time.monotonic()
    with open("replay.log", "a") as log:
        status = subprocess.run(["testudo", "generate", *options], cwd=folder, stdout=log, stderr=log).returncode
    return status, time.monotonic() - start


def replay(folder: Path, commit: str, options: list[str], has_own_tests: bool) -> list[object]:
    """Replays a commit, and returns its row of the table."""
    before = generated(folder)
    check_out(folder, commit, before, has_own_tests)
    status, seconds = generate(folder, ["--accept", *options])
    after = generated(folder)
    for path in after:
        git(folder, "add", "--force", "--intent-to-add", str(path))
    old, new = tests(before), tests(after)
    kept = sum(new.get(test) == text for test, text in old.items())
    paths = [str(path) for path in before.keys() | after.keys()]
    test_lines = changed_lines(git(folder, "diff", "-U0", "HEAD", "--", *paths)) if paths else []
    code_lines = changed_lines(git(folder, "diff", "-U0", f"{commit}^", commit, "--", SOURCES))
    return [
        git(folder, "show", "-s", "--format=%h %s", commit).strip(),
        round(seconds),
        kept,
        len(old.keys() & new.keys()) - kept,
        len(new.keys() - old.keys()),
        len(old.keys() - new.keys()),
        len(test_lines),
        len(code_lines),
        status,
    ]


def main() -> None:
    arguments = sys.argv[1:]
    has_own_tests = "--without-own-tests" not in arguments[:1]
    if not has_own_tests:
        arguments = arguments[1:]
    if len(arguments) < 2 or not arguments[1].isdecimal():
        sys.exit(__doc__)
    project, count, options = Path(arguments[0]).resolve(), int(arguments[1]), arguments[2:]
    commits = select(project, count)
    if not commits:
        sys.exit(f"replay.py: no commit of {project} changes code in {SOURCES}")
    with tempfile.TemporaryDirectory(prefix="replay-") as work:
        folder = Path(work, project.name)
        subprocess.run(["git", "clone", "-q", "--no-checkout", str(project), str(folder)], check=True)
        check_out(folder, f"{commits[0]}^", {}, has_own_tests)
        status, seconds = generate(folder, options)
        first = generated(folder)
        print(f"before: {len(tests(first))} tests in {len(first)} files, {seconds:.0f} s, exit code {status}", flush=True)
        print("commit", "seconds", "kept", "changed", "added", "removed", "tests", "code", "exit", sep="\t")
        for commit in commits:
            print(*replay(folder, commit, options, has_own_tests), sep="\t", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Generates the tests of one shard of a project, and puts the tests of all shards together.

A shard works on a copy of the project, so that several shards can run at the same time. The environment variable
TESTUDO_BINARY is the path of the program `testudo`; without it, the program must be on the PATH.

`shards.py run PROJECT I/N FOLDER [ARGUMENTS]` runs `testudo generate --shard I/N ARGUMENTS` on a copy of PROJECT. It
writes the report into FOLDER/report and the test files into FOLDER/tests.

`shards.py merge PROJECT REPORT FOLDER...` copies the test files of the shards into PROJECT, and merges their reports
into the folder REPORT.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Exit codes of `testudo generate` after which a report is complete: success, problems of single modules, and changed
# behaviour. If the whole build fails, there is no report.
COMPLETE = (0, 8, 9)
# The file of a shard with the checksums of the test files before the run.
ORIGINALS = "originals.json"


def main() -> None:
    action, *arguments = sys.argv[1:]
    if action == "run":
        project, shard, folder, *options = arguments
        run(Path(project), shard, Path(folder), options)
    else:
        project, report, *folders = arguments
        merge(Path(project), Path(report), [Path(folder) for folder in folders])


def run(project: Path, shard: str, folder: Path, options: list[str]) -> None:
    """Generates the tests of one shard on a copy of the project."""
    with tempfile.TemporaryDirectory(prefix="testudo-shard-") as temporary:
        # The report contains the name of the project's folder, so the copy has the same name.
        copy = Path(temporary, project.name)
        shutil.copytree(project, copy, symlinks=True)
        report = Path(temporary, "report")
        command = [binary(), "generate", "--shard", shard, "--report", str(report), *options]
        status = subprocess.run(command, cwd=copy).returncode
        if status not in COMPLETE or not report.exists():
            sys.exit(f"shards: shard {shard} failed: testudo ended with exit code {status}; see the messages above")
        originals = {}
        for path in test_files(report):
            originals[path] = checksum(project / path)
            target = folder / "tests" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(copy / path, target)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copytree(report, folder / "report")
        (folder / ORIGINALS).write_text(json.dumps(originals, indent=1), encoding="utf-8")


def merge(project: Path, report: Path, folders: list[Path]) -> None:
    """Copies the test files of all shards into the project, and merges the reports."""
    files = {}
    for folder in folders:
        originals = json.loads((folder / ORIGINALS).read_text(encoding="utf-8"))
        for path, original in originals.items():
            if checksum(project / path) not in (original, checksum(folder / "tests" / path)):
                sys.exit(
                    f"shards: {project / path} has changed since its shard began, so it is not replaced; "
                    f"delete the folder {folder}, then run the workflow again"
                )
            files[project / path] = folder / "tests" / path
    for target, source in files.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        # The file appears at once, so that it is never half written.
        temporary = target.with_suffix(".tmp")
        shutil.copy2(source, temporary)
        temporary.replace(target)
    reports = [str(folder / "report") for folder in folders]
    status = subprocess.run([binary(), "report", "merge", *reports, "--output", str(report)]).returncode
    if status:
        sys.exit(f"shards: the reports cannot be merged: testudo ended with exit code {status}; see the messages above")


def test_files(report: Path) -> list[str]:
    """Returns the paths of the test files in a report, from the folder of the project."""
    content = json.loads((report / "report.json").read_text(encoding="utf-8"))
    classes = [found for module in content["modules"] for found in module["classes"]]
    return [found["test_file"] for found in classes if found.get("test_file")]


def checksum(file: Path) -> str | None:
    """Returns the SHA-256 of a file, or None if the file does not exist."""
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def binary() -> str:
    return os.environ.get("TESTUDO_BINARY", "testudo")


if __name__ == "__main__":
    main()

"""Measures written tests from outside: coverage with JaCoCo, killed mutants with PIT, and diversity.

The tests run without a sandbox, with the rights of the user.
"""

import csv
import os
import re
import zipfile
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

from rapidfuzz.distance import Levenshtein

from testudo_lab import process
from testudo_lab.machine import java_program


class MeasureError(Exception):
    """A measuring program failed."""


def all_of(
    names: tuple[str, ...],
    class_name: str,
    sources: Path,
    jars: list[Path],
    measuring: list[Path],
    test_class_path: str,
    folder: Path,
    limit: float,
) -> dict:
    """Returns all measurements with these names. A failed measurement becomes the value `error`."""
    measured: dict = {}
    step = "compilation"
    programs = {"jacoco": _jacoco, "pit": _pit}
    wanted = [name for name in names if name in programs]
    try:
        measured["diversity"] = diversity(sources)
        if wanted:
            extra = [Path(os.path.expandvars(path)) for path in test_class_path.split(os.pathsep) if path]
            class_path = [
                _compile(sources, [*jars, *measuring, *extra], folder, limit),
                *jars,
                *measuring,
                *extra,
            ]
        for name in wanted:
            step = name
            measured |= programs[name](class_name, class_path, jars, measuring, folder, limit)
    except Exception as error:  # The tests under measurement can do anything, also to files of the measurement.
        measured["error"] = f"{step}: {type(error).__name__}: {error}"
    return measured


def diversity(sources: Path) -> int:
    """Returns the sum of the Levenshtein distances between each pair of tests (Almulla, Gay 2022, Section 3.4.2)."""
    bodies = [
        body for file in sorted(sources.rglob("*.java")) for body in _bodies(file.read_text(encoding="utf-8"))
    ]
    return sum(Levenshtein.distance(*pair) for pair in combinations(bodies, 2))


def _bodies(source: str) -> list[str]:
    """Returns the statements of each test method. It ends with a brace that is indented like its annotation."""
    method = r"^([ \t]+)@(?:Test|ParameterizedTest)\b.*?\{\n(.*?)^\1\}$"
    return [body for _, body in re.findall(method, source, re.MULTILINE | re.DOTALL)]


def _join(paths: list[Path]) -> str:
    return os.pathsep.join(map(str, paths))


def _run(command: list[str], folder: Path, limit: float, accepted: tuple[int, ...] = (0,)) -> process.Ended:
    ended = process.run(command, folder, limit)
    if ended.exit_code not in accepted:
        reason = f"time limit of {limit} s" if ended.exit_code is None else f"exit code {ended.exit_code}"
        raise MeasureError(
            f"{Path(command[0]).name} failed ({reason}): {(ended.errors or ended.output)[-1000:].strip()}"
        )
    return ended


def _compile(sources: Path, class_path: list[Path], folder: Path, limit: float) -> Path:
    classes = folder / "test-classes"
    files = [str(file) for file in sorted(sources.rglob("*.java"))]
    _run(
        [
            java_program("javac"),
            "-nowarn",
            "-encoding",
            "UTF-8",
            "-d",
            str(classes),
            "-cp",
            _join(class_path),
            *files,
        ],
        folder,
        limit,
    )
    return classes


def _library(measuring: list[Path], name: str) -> Path:
    return next(jar for jar in measuring if jar.name.startswith(name))


def _jacoco(
    class_name: str,
    class_path: list[Path],
    jars: list[Path],
    measuring: list[Path],
    folder: Path,
    limit: float,
) -> dict:
    agent = _library(measuring, "org.jacoco.agent")
    data, table = folder / "jacoco.exec", folder / "jacoco.csv"
    # The launcher exits with 1 if a test failed. The coverage of failed tests counts.
    ended = _run(
        [
            java_program("java"),
            f"-javaagent:{agent}=destfile={data},includes={class_name}:{class_name}$*",
            "-cp",
            _join(class_path),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=none",
            f"--scan-classpath={class_path[0]}",
        ],
        folder,
        limit,
        (0, 1),
    )
    # Tests that cannot run, for example with this JDK, say nothing about the generator.
    if re.search(r"^\[ +0 tests successful", ended.output, re.MULTILINE):
        reason = re.search(r"=> (.*)", ended.output)
        raise MeasureError(f"no test succeeds with this JDK: {reason[1] if reason else ended.output[-1000:]}")
    originals = _extract(class_name, jars, folder / "originals")
    _run(
        [
            java_program("java"),
            "-jar",
            str(_library(measuring, "org.jacoco.cli")),
            "report",
            str(data),
            "--quiet",
            "--classfiles",
            str(originals),
            "--csv",
            str(table),
        ],
        folder,
        limit,
    )
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    measured = {}
    for kind in ("line", "branch"):
        covered, missed = (
            sum(int(row[f"{kind.upper()}_{end}"]) for row in rows) for end in ("COVERED", "MISSED")
        )
        measured |= {f"jacoco_{kind}_covered": covered, f"jacoco_{kind}_total": covered + missed}
    return measured


def _extract(class_name: str, jars: list[Path], folder: Path) -> Path:
    """Copies the class files of a class and its nested classes from the first jar that contains the class."""
    name = class_name.replace(".", "/")
    for jar in jars:
        with zipfile.ZipFile(jar) as archive:
            found = [
                entry
                for entry in archive.namelist()
                if re.fullmatch(re.escape(name) + r"(\$.*)?\.class", entry)
            ]
            if found:
                archive.extractall(folder, found)
                return folder
    raise MeasureError(f"no jar contains the class {class_name}")


def _pit(
    class_name: str,
    class_path: list[Path],
    jars: list[Path],
    measuring: list[Path],
    folder: Path,
    limit: float,
) -> dict:
    report = folder / "pit"
    # PIT mutates only folders, or jars with the tests. Therefore the class files precede the jars on the class path.
    originals = _extract(class_name, jars, folder / "originals")
    tests = [
        str(file.relative_to(class_path[0]).with_suffix("")).replace(os.sep, ".")
        for file in class_path[0].rglob("*.class")
        if "$" not in file.name
    ]
    _run(
        [
            java_program("java"),
            "-cp",
            _join([originals, *class_path]),
            "org.pitest.mutationtest.commandline.MutationCoverageReport",
            "--reportDir",
            str(report),
            "--targetClasses",
            f"{class_name},{class_name}$*",
            "--targetTests",
            ",".join(tests),
            "--mutableCodePaths",
            str(originals),
            "--sourceDirs",
            str(folder),
            "--outputFormats",
            "XML",
            "--timestampedReports",
            "false",
            "--skipFailingTests",
            "true",
            "--threads",
            "1",
        ],
        folder,
        limit,
    )
    mutants = ElementTree.parse(report / "mutations.xml").getroot().findall("mutation")
    return {
        "pit_killed": sum(mutant.get("detected") == "true" for mutant in mutants),
        "pit_mutants": len(mutants),
    }

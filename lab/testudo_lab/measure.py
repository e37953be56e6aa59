"""Measures written tests from outside: coverage with JaCoCo, killed mutants with PIT, and diversity.

The tests run without a sandbox, with the rights of the user.
"""

import csv
import os
import re
import zipfile
from dataclasses import dataclass
from itertools import chain, combinations
from pathlib import Path
from xml.etree import ElementTree

from rapidfuzz.distance import Levenshtein

from testudo_lab import process
from testudo_lab.machine import java_program


class MeasureError(Exception):
    """A measuring program failed."""


@dataclass(frozen=True)
class Setup:
    """Whose tests are measured, and with what."""

    class_name: str
    # Jars with the class under test and its dependencies.
    jars: list[Path]
    # Jars of JUnit, JaCoCo and PIT.
    measuring: list[Path]
    # Jars that only the tests need.
    extra: list[Path]
    # For temporary files.
    folder: Path
    # Seconds that each program can take.
    limit: float

    def class_path(self) -> list[Path]:
        """Returns all jars that the tests need."""
        return [*self.jars, *self.measuring, *self.extra]

    def run(self, command: list[str], accepted: tuple[int, ...] = (0,)) -> process.Ended:
        """Runs a measuring program. Raises MeasureError if its exit code is not accepted."""
        ended = process.run(command, self.folder, self.limit)
        if ended.exit_code in accepted:
            return ended
        reason = f"time limit of {self.limit} s" if ended.exit_code is None else f"exit code {ended.exit_code}"
        raise MeasureError(
            f"{Path(command[0]).name} failed ({reason}): {(ended.errors or ended.output)[-1000:].strip()}"
        )


def all_of(names: tuple[str, ...], sources: Path, setup: Setup) -> dict:
    """Returns all measurements with these names. A failed measurement becomes the value `error`."""
    measured: dict = {}
    step = "compilation"
    programs = {"jacoco": _jacoco, "pit": _pit}
    wanted = [name for name in names if name in programs]
    try:
        measured["diversity"] = diversity(sources)
        if wanted:
            classes = _compile(sources, setup)
        for name in wanted:
            step = name
            measured |= programs[name](classes, setup)
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


def _compile(sources: Path, setup: Setup) -> Path:
    """Compiles the tests. Returns the folder of their classes."""
    classes = setup.folder / "test-classes"
    files = [str(file) for file in sorted(sources.rglob("*.java"))]
    options = ["-nowarn", "-encoding", "UTF-8", "-d", str(classes), "-cp", _join(setup.class_path())]
    setup.run([java_program("javac"), *options, *files])
    return classes


def _library(measuring: list[Path], name: str) -> Path:
    return next(jar for jar in measuring if jar.name.startswith(name))


def _jacoco(classes: Path, setup: Setup) -> dict:
    """Returns the covered and the existing lines and branches."""
    data, table = setup.folder / "jacoco.exec", setup.folder / "jacoco.csv"
    _run_with_jacoco(classes, setup, data)
    originals = _extract(setup.class_name, setup.jars, setup.folder / "originals")
    reporter = [java_program("java"), "-jar", str(_library(setup.measuring, "org.jacoco.cli"))]
    setup.run(
        [*reporter, "report", str(data), "--quiet", "--classfiles", str(originals), "--csv", str(table)]
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


def _run_with_jacoco(classes: Path, setup: Setup, data: Path) -> None:
    """Runs the tests with JaCoCo's agent, which writes the file `data`."""
    agent, name = _library(setup.measuring, "org.jacoco.agent"), setup.class_name
    ended = setup.run(
        [
            java_program("java"),
            f"-javaagent:{agent}=destfile={data},includes={name}:{name}$*",
            "-cp",
            _join([classes, *setup.class_path()]),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=none",
            f"--scan-classpath={classes}",
        ],
        # The launcher exits with 1 if a test failed. The coverage of failed tests counts.
        (0, 1),
    )
    # Tests that cannot run, for example with this JDK, say nothing about the generator.
    if re.search(r"^\[ +0 tests successful", ended.output, re.MULTILINE):
        reason = re.search(r"=> (.*)", ended.output)
        raise MeasureError(f"no test succeeds with this JDK: {reason[1] if reason else ended.output[-1000:]}")


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


def _pit(classes: Path, setup: Setup) -> dict:
    """Returns the killed and the existing mutants."""
    report = setup.folder / "pit"
    # PIT mutates only folders, or jars with the tests. Therefore the class files precede the jars on the class path.
    originals = _extract(setup.class_name, setup.jars, setup.folder / "originals")
    options = {
        "--reportDir": str(report),
        "--targetClasses": f"{setup.class_name},{setup.class_name}$*",
        "--targetTests": ",".join(_class_names(classes)),
        "--mutableCodePaths": str(originals),
        "--sourceDirs": str(setup.folder),
        "--outputFormats": "XML",
        "--timestampedReports": "false",
        "--skipFailingTests": "true",
        "--threads": "1",
    }
    class_path = _join([originals, classes, *setup.class_path()])
    program = "org.pitest.mutationtest.commandline.MutationCoverageReport"
    setup.run([java_program("java"), "-cp", class_path, program, *chain.from_iterable(options.items())])
    mutants = ElementTree.parse(report / "mutations.xml").getroot().findall("mutation")
    return {
        "pit_killed": sum(mutant.get("detected") == "true" for mutant in mutants),
        "pit_mutants": len(mutants),
    }


def _class_names(folder: Path) -> list[str]:
    """Returns the names of the classes in a folder, without nested classes."""
    return [
        str(file.relative_to(folder).with_suffix("")).replace(os.sep, ".")
        for file in folder.rglob("*.class")
        if "$" not in file.name
    ]

"""One run of a study: one class, one configuration and one seed. Writes one JSON file.

A crash, a hang or a refused class is a result with a status. Only a failure of the machine, such as a full disk, makes
this program fail.
"""

import argparse
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

from testudo_lab import machine, measure, process, study, subjects
from testudo_lab.cores import bound_to_core
from testudo_lab.files import sha256, write_json

SCHEMA = 1


def run(
    chosen: study.Study,
    class_name: str,
    configuration: str,
    seed: int,
    jars: list[Path],
    measuring: list[Path],
) -> dict:
    """Runs a generator and the measurements. Returns the result."""
    configured, subject = chosen.configurations[configuration], chosen.subjects[class_name]
    result = {
        "schema": SCHEMA,
        "study": chosen.name,
        "scale": chosen.scale,
        "class": class_name,
        "maven": subject.maven,
        "configuration": configuration,
        "seed": seed,
        "budget": chosen.budget,
        "options": [configured.tool] if configured.tool else [configured.command, *configured.options],
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "machine": machine.facts(),
        "jars": [{"name": jar.name, "sha256": sha256(jar)} for jar in jars],
    }
    with tempfile.TemporaryDirectory(prefix="testudo-lab-") as temporary:
        folder = Path(temporary)
        output = folder / "tests"
        output.mkdir()
        # The order of the class path is the order of the jars.
        class_path = os.pathsep.join(map(str, jars))
        command = command_line(chosen, configured, class_name, seed, class_path, output, folder)
        result["command"] = [word.replace(temporary, "TMP") for word in command]
        result |= _generated(chosen, configured, command, output, folder)
        if result["status"] == "written" and configured.command == "generate":
            extra = [
                Path(os.path.expandvars(path)) for path in configured.test_classpath.split(os.pathsep) if path
            ]
            setup = measure.Setup(class_name, jars, measuring, extra, folder, chosen.limit)
            result["measured"] = measure.all_of(chosen.measurements, output, setup)
    return result


def _generated(
    chosen: study.Study, configured: study.Configuration, command: list[str], output: Path, folder: Path
) -> dict:
    """Runs the generator. Returns how it ended, with which program, and its report and coverage over time."""
    try:
        ended = process.run(command, folder, chosen.limit)
    except OSError as error:
        return {
            "status": "crashed",
            "message": f"cannot start {command[0]}: {error.strerror}",
            "exit_code": None,
            "wall_seconds": 0.0,
            "cpu_seconds": 0.0,
        }
    return {
        "exit_code": ended.exit_code,
        "wall_seconds": round(ended.seconds, 3),
        "cpu_seconds": round(ended.cpu_seconds, 3),
        "tool": _other_tool(configured) if configured.tool else _testudo(command[0]),
        "timeline": _timeline(folder / "timeline"),
        **_outcome(ended, configured, output, chosen.limit),
    }


def binary() -> str:
    """Returns the path of the program testudo."""
    return os.environ.get("TESTUDO_BINARY") or shutil.which("testudo") or "testudo"


def command_line(
    chosen: study.Study,
    configured: study.Configuration,
    class_name: str,
    seed: int,
    class_path: str,
    output: Path,
    folder: Path,
) -> list[str]:
    """Returns the command that runs a configuration. `folder` is for temporary files."""
    if configured.tool:
        values = {
            "classpath": class_path,
            "class": class_name,
            "seed": str(seed),
            "output": str(output),
            "time": f"{study.seconds(chosen.budget['time']):g}",
        }
        words = _words(configured)
        for name, value in values.items():
            words = [word.replace(f"{{{name}}}", value) for word in words]
        return words
    command = [
        binary(),
        "--quiet",
        configured.command,
        "--json",
        "--workers",
        "1",
        "--classpath",
        class_path,
        "--class",
        class_name,
        "--seed",
        str(seed),
        *configured.options,
    ]
    if configured.command == "generate":
        if chosen.is_search_only(configured.name):
            command.append("--search-only")
        command += [*chosen.budget_options(), "--timeline", str(folder / "timeline"), "--output", str(output)]
    return command


def _testudo(path: str) -> dict:
    version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()
    return {"name": "testudo", "version": version, "sha256": sha256(Path(path))}


def _other_tool(configured: study.Configuration) -> dict:
    """Returns the name of a tool, and the checksums of the files in its command line, such as its jars."""
    paths = [Path(path) for word in _words(configured) for path in word.split(os.pathsep)]
    return {"name": configured.name, "sha256": " ".join(sha256(path) for path in paths if path.is_file()) or None}


def _words(configured: study.Configuration) -> list[str]:
    """Returns the words of the command line of a tool, with its placeholders."""
    return [os.path.expandvars(word) for word in shlex.split(configured.tool)]


def _outcome(ended: process.Ended, configured: study.Configuration, output: Path, limit: float) -> dict:
    """Returns the status, a message and the report of the tool."""
    if ended.exit_code is None:
        return {"status": "timed-out", "message": f"the run was ended after {limit} s"}
    message = ended.errors.strip()
    if configured.tool:
        message = message or ended.output[-process.MOST_OUTPUT :].strip()
        if ended.exit_code:
            return {"status": "crashed", "message": f"exit code {ended.exit_code}: {message}"}
        return {"status": "written" if any(output.rglob("*.java")) else "no-test-kept", "message": message}
    try:
        report = json.loads(ended.output)
    except json.JSONDecodeError:
        status = "wrong-command" if ended.exit_code == 2 else "crashed"
        return {"status": status, "message": f"exit code {ended.exit_code}: {message}"}
    if configured.command == "correlation":
        return {"status": "written", "message": message, "report": report}
    return {"status": report["status"], "message": report.get("message", ""), "report": report}


def _timeline(file: Path) -> dict:
    """Returns the coverage over time: one list of values for each column."""
    columns: dict = {
        "tests": [],
        "statements": [],
        "generations": [],
        "seconds": [],
        "covered": {},
        "goals": {},
    }
    try:
        rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    except (OSError, json.JSONDecodeError):
        rows = []
    for number, row in enumerate(rows):
        for name in ("tests", "statements", "generations", "seconds"):
            columns[name].append(row[name])
        # A criterion such as `exception` has no goal before the first exception.
        for name in ("covered", "goals"):
            for criterion, count in row[name].items():
                columns[name].setdefault(criterion, [0] * number).append(count)
            for counts in columns[name].values():
                counts.extend([0] * (number + 1 - len(counts)))
    return columns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("study", "scale", "class", "configuration", "subject", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--measuring", help="file with the libraries that measure tests")
    given = parser.parse_args()
    process.exit_on_signals()
    chosen = study.load(Path(given.study), given.scale)
    with bound_to_core() as core:
        result = run(
            chosen,
            vars(given)["class"],
            given.configuration,
            given.seed,
            subjects.jars(Path(given.subject)),
            subjects.jars(Path(given.measuring)) if given.measuring else [],
        )
    result["machine"]["core"] = core
    if result["status"] == "no-worker":
        sys.exit(f"lab: Testudo cannot run tests on this machine: {result['message']}")
    write_json(Path(given.output), result)


if __name__ == "__main__":
    main()

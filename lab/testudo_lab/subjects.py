"""Downloads libraries and their dependencies with Maven.

`python -m testudo_lab.subjects FILE FOLDER COORDINATE...` downloads jars into FOLDER, unless they are there, and writes
FILE: the paths and the SHA-256 of the jars. A coordinate is `group:artifact:version` or
`group:artifact:version:classifier`.
"""

import fcntl
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from testudo_lab.files import sha256, write_json

# Libraries that measure the written tests.
MEASURING = (
    "org.jacoco:org.jacoco.agent:0.8.15:runtime",
    "org.jacoco:org.jacoco.cli:0.8.15:nodeps",
    "org.junit.platform:junit-platform-console-standalone:1.14.4",
    "junit:junit:4.13.2",
    "org.pitest:pitest-command-line:1.20.3",
    "org.pitest:pitest-junit5-plugin:1.2.3",
)

_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>testudo</groupId><artifactId>lab</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{}</dependencies>
</project>
"""


def download(coordinates: list[str], folder: Path) -> None:
    """Copies artifacts and their runtime dependencies into a folder. Raises OSError if Maven fails."""
    folder.mkdir(parents=True, exist_ok=True)
    # Several Maven processes can damage their common repository.
    with (
        tempfile.TemporaryDirectory() as temporary,
        open(Path(tempfile.gettempdir(), f"testudo-lab-{os.getuid()}.lock"), "w") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        pom = Path(temporary, "pom.xml")
        pom.write_text(_POM.format("".join(map(_dependency, coordinates))))
        goal = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
        command = [
            "mvn",
            "-B",
            "-q",
            "-f",
            str(pom),
            goal,
            "-DincludeScope=runtime",
            f"-DoutputDirectory={folder.resolve()}",
        ]
        result = subprocess.run(
            command, stdin=subprocess.DEVNULL, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    if result.returncode:
        raise OSError(
            f"Maven cannot download {', '.join(coordinates)}: {_error(result.stdout)}; "
            "check the coordinate and the network, then run the lab again"
        )


def _error(output: str) -> str:
    """Returns the error that Maven tells, without the project of the lab and without the lines about help."""
    lines = [line.removeprefix("[ERROR]").strip() for line in output.splitlines() if line.startswith("[ERROR]")]
    text = " ".join(lines).partition("-> [Help")[0].strip()
    return text.partition("testudo:lab:pom:1")[2].lstrip(": ") or text or output.strip()


def _dependency(coordinate: str) -> str:
    names = ("groupId", "artifactId", "version", "classifier")
    parts = "".join(f"<{name}>{part}</{name}>" for name, part in zip(names, coordinate.split(":")))
    return f"<dependency>{parts}</dependency>"


def fetch(file: Path, folder: Path, coordinates: list[str]) -> None:
    """Downloads libraries, and writes their paths to a file: the first library, then the others by name."""
    # This file in the folder proves that an earlier download is complete.
    complete = folder / "jars.json"
    if not complete.exists() or not has_all_jars(complete):
        download(coordinates, folder)
        first = "{1}-{2}.jar".format(*coordinates[0].split(":"))
        found = sorted(folder.glob("*.jar"), key=lambda jar: (jar.name != first, jar.name))
        write_json(complete, {"jars": [{"path": str(jar.resolve()), "sha256": sha256(jar)} for jar in found]})
    write_json(file, json.loads(complete.read_text(encoding="utf-8")))


def list_of_jars(maven: str) -> Path:
    """Returns the path of the file that `fetch` writes for a Maven coordinate, in the folder of the results."""
    return Path("libraries", *maven.split(":"), "jars.json")


def failure(file: Path) -> Path:
    """Returns the path of the file that tells why the jars in a file of `fetch` could not be downloaded."""
    return file.with_name("failure.txt")


def jars(file: Path) -> list[Path]:
    """Returns the paths of the jars in a file that `fetch` wrote."""
    return [Path(jar["path"]) for jar in json.loads(file.read_text(encoding="utf-8"))["jars"]]


def has_all_jars(file: Path) -> bool:
    """Returns whether all jars in a file that `fetch` wrote exist."""
    return all(jar.exists() for jar in jars(file))


def main() -> None:
    file = Path(sys.argv[1])
    try:
        fetch(file, Path(sys.argv[2]), sys.argv[3:])
    except OSError as error:
        file.parent.mkdir(parents=True, exist_ok=True)
        failure(file).write_text(str(error), encoding="utf-8")
        sys.exit(f"lab: {error}")
    failure(file).unlink(missing_ok=True)


if __name__ == "__main__":
    main()

"""Runs studies: checks them, starts Snakemake, and writes the reports.

`./x lab` prepares the environment and starts this program.
"""

import argparse
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from testudo_lab import report, results, run, study, subjects

LAB = Path(__file__).resolve().parent.parent
# Seconds after which a check of options counts as failed. It takes a few milliseconds.
CHECK_LIMIT = 60


def main() -> None:
    given = parser().parse_args()
    try:
        paths = [find(name) for name in given.studies] or sorted((LAB / "studies").glob("*.toml"))
        check_names(paths)
        profile = find_profile(given.profile)
    except study.StudyError as error:
        sys.exit(f"lab: {error}")
    chosen = [checked for path in paths if (checked := load(path, given.scale))]
    if not chosen:
        sys.exit("lab: no study can run; correct the mistakes above")
    with locked(given.results):
        print(f"lab: {extent(chosen)} at {given.scale} scale", file=sys.stderr)
        forget_missing_jars(given.results)
        status = snakemake([each.path for each in chosen], given.scale, given.results, profile, given.jobs)
        for each in chosen:
            write_report(each, given.results / given.scale / each.name)
        if status:
            print(
                "lab: some jobs failed; the reports name the missing runs; run the lab again to repeat these runs",
                file=sys.stderr,
            )
    for each in chosen:
        print(given.results / given.scale / each.name / "report.html")
    if len(chosen) < len(paths):
        sys.exit("lab: some studies did not run; correct the mistakes above")
    sys.exit(status)


def parser() -> argparse.ArgumentParser:
    """Returns the parser of the command line of `./x lab`."""
    options = argparse.ArgumentParser(
        prog="./x lab", description="Runs studies and writes one report for each study."
    )
    options.add_argument(
        "studies",
        nargs="*",
        metavar="STUDY",
        help="name of a study in lab/studies or of an experiment in lab/experiments, or path of a TOML file "
        "(default: all studies)",
    )
    scales = options.add_mutually_exclusive_group()
    for scale, time in (("medium", "hours"), ("full", "days")):
        scales.add_argument(
            f"--{scale}",
            action="store_const",
            dest="scale",
            const=scale,
            default="small",
            help=f"run at {scale} scale, which takes {time} of processor time",
        )
    options.add_argument(
        "--profile",
        default="local",
        help="where the jobs run: local, slurm or kubernetes, or the folder of a Snakemake profile "
        "(default: local)",
    )
    options.add_argument(
        "--jobs",
        type=positive,
        help="number of jobs at the same time (default: number of cores, or as the profile says)",
    )
    options.add_argument(
        "--results", type=Path, default=LAB / "results", help="folder of the results (default: lab/results)"
    )
    return options


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Creates the folder of the results and locks it. Ends this program if another lab has locked it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"lab: cannot create the folder {folder}: {error.strerror}; choose another folder with --results")
    with open(folder / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(
                f"lab: another lab writes to {folder}; wait until it ends, or choose another folder with --results"
            )
        yield


def extent(studies: list[study.Study]) -> str:
    """Returns how many runs the studies have, such as "384 runs of 6 studies"."""
    count = sum(len(each.subjects) * len(each.configurations) * len(each.seeds) for each in studies)
    return f"{study.counted(count, 'run', 'runs')} of {study.counted(len(studies), 'study', 'studies')}"


def positive(text: str) -> int:
    """Returns a number from the command line. Raises ValueError unless it is at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def load(path: Path, scale: str) -> study.Study | None:
    """Returns a study, or prints its first mistake and returns None. The other studies can still run."""
    try:
        loaded = study.load(path, scale)
        check_options(loaded)
        return loaded
    except study.StudyError as error:
        print(f"lab: {error}", file=sys.stderr)
        return None


def write_report(chosen: study.Study, folder: Path) -> None:
    """Writes the table and the report of a study, also if runs are missing."""
    folder.mkdir(parents=True, exist_ok=True)
    collected = results.collect(chosen, folder / "runs")
    for problem in collected.problems:
        print(f"lab: {problem}", file=sys.stderr)
    results.write(collected, folder / "runs.parquet")
    report.write(chosen, collected, folder / "report.html")


def forget_missing_jars(folder: Path) -> None:
    """Deletes the lists of jars that name a missing jar, so that the jars are downloaded again."""
    lists = [*folder.glob("libraries/*/*/*/jars.json"), *folder.glob("measuring/jars.json")]
    for file in lists:
        if not subjects.has_all_jars(file):
            file.unlink()


def check_names(paths: list[Path]) -> None:
    """Raises StudyError if Snakemake cannot tell the studies apart."""
    for index, path in enumerate(paths):
        if path.stem in [other.stem for other in paths[:index]]:
            raise study.StudyError(f"{path}: two studies have the name `{path.stem}`; rename a file")
        if "," in str(path):
            raise study.StudyError(f"{path}: the path of a study must not contain a comma; rename the file")


def find(name: str) -> Path:
    """Returns the file of a study. Raises StudyError if it does not exist."""
    known = {path.stem: path for folder in ("experiments", "studies") for path in (LAB / folder).glob("*.toml")}
    if name in known:
        return known[name]
    if Path(name).is_file():
        return Path(name).resolve()
    raise study.StudyError(f"there is no study `{name}`; {study.nearest(name, known)}")


def find_profile(name: str) -> Path:
    """Returns the folder of a Snakemake profile. Raises StudyError if it does not exist."""
    for folder in (LAB / "profiles" / name, Path(name)):
        if (folder / "config.yaml").is_file():
            return folder
    known = [folder.name for folder in (LAB / "profiles").iterdir()]
    raise study.StudyError(f"there is no profile `{name}`; {study.nearest(name, known)}")


def check_options(chosen: study.Study) -> None:
    """Raises StudyError if Testudo refuses the options of a configuration."""
    for configured in chosen.configurations.values():
        if reason := None if configured.tool else refusal(chosen, configured):
            raise study.StudyError(
                f"{chosen.path}:{configured.line}: Testudo refuses the options of "
                f"`{configured.name}`: {reason}; correct the options"
            )


def refusal(chosen: study.Study, configured: study.Configuration) -> str | None:
    """Returns why Testudo refuses the options of a configuration; None if it accepts them."""
    # Testudo checks the options before the class path: exit code 2 means wrong options, 4 a missing class path.
    nowhere = Path(os.devnull)
    command = run.command_line(chosen, configured, "X", 0, str(nowhere / "x"), nowhere / "tests", nowhere)
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=CHECK_LIMIT
        )
    except OSError as error:
        raise study.StudyError(
            f"cannot start {command[0]}: {error.strerror}; build Testudo, or set TESTUDO_BINARY to its path"
        ) from None
    except subprocess.TimeoutExpired:
        raise study.StudyError(
            f"{command[0]} did not end within {CHECK_LIMIT} s; set TESTUDO_BINARY to the program testudo"
        ) from None
    if ended.returncode != 2:
        return None
    lines = ended.stderr.partition("Usage:")[0].splitlines()
    return "; ".join(line.strip() for line in lines if line.strip()).removeprefix("error: ")


def snakemake(paths: list[Path], scale: str, folder: Path, profile: Path, jobs: int | None) -> int:
    """Runs the jobs, with the results in `folder`. Returns the exit code of Snakemake."""
    cache = Path(os.environ.get("TESTUDO_LAB_CACHE", folder / "cache")).resolve()
    # With Kubernetes, Snakemake sends only files in its working folder to the jobs.
    shutil.copy(LAB / "Snakefile", folder)
    command = [
        sys.executable,
        "-m",
        "snakemake",
        "--snakefile",
        str(folder.resolve() / "Snakefile"),
        "--profile",
        str(profile),
        "--directory",
        str(folder.resolve()),
        # The lock of this program replaces the lock of Snakemake, which remains after a kill.
        "--nolock",
        "--rerun-incomplete",
        "--keep-going",
        "--rerun-triggers",
        "params",
        "input",
        "--quiet",
        "rules",
        "--config",
        f"studies={','.join(map(str, paths))}",
        f"scale={scale}",
        f"cache={cache}",
    ]
    settings = (profile / "config.yaml").read_text()
    if re.search(r"^default-storage-provider: fs$", settings, re.MULTILINE):
        command += ["--default-storage-prefix", str(folder.resolve())]
    if jobs:
        command += ["--jobs", str(jobs)]
    elif not re.search(r"^cores:", settings, re.MULTILINE):
        command += ["--cores", "all"]
    # The terminal sends Ctrl-C also to Snakemake, which then cancels its jobs. This program waits for it.
    signal.signal(signal.SIGINT, lambda *_: None)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    main()

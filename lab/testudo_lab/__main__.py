"""Runs studies: checks them, starts Snakemake, and writes the reports.

`./x lab` prepares the environment and starts this program.
"""

import argparse
import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from testudo_lab import run, study

LAB = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="./x lab", description="Runs studies and writes one report for each study."
    )
    parser.add_argument(
        "studies",
        nargs="*",
        metavar="STUDY",
        help="name of a study in lab/studies, or path of a TOML file (default: all studies)",
    )
    scales = parser.add_mutually_exclusive_group()
    for scale, time in (("medium", "hours"), ("full", "days")):
        scales.add_argument(
            f"--{scale}",
            action="store_const",
            dest="scale",
            const=scale,
            default="small",
            help=f"run at {scale} scale, which takes {time} of processor time",
        )
    parser.add_argument(
        "--profile",
        default="local",
        help="where the jobs run: local, slurm or kubernetes, or the folder of a Snakemake profile "
        "(default: local)",
    )
    parser.add_argument("--jobs", type=int, help="number of jobs at the same time (default: number of cores)")
    parser.add_argument(
        "--results", type=Path, default=LAB / "results", help="folder of the results (default: lab/results)"
    )
    given = parser.parse_args()
    try:
        paths = [find(name) for name in given.studies] or sorted((LAB / "studies").glob("*.toml"))
        scale = given.scale
        chosen = [study.load(path, scale) for path in paths]
        for each in chosen:
            check_options(each)
        profile = find_profile(given.profile)
    except study.StudyError as error:
        sys.exit(f"lab: {error}")
    given.results.mkdir(parents=True, exist_ok=True)
    with open(given.results / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(
                f"lab: another lab writes to {given.results}; wait until it ends, or choose another folder with "
                "--results"
            )
        count = sum(len(each.subjects) * len(each.configurations) * len(each.seeds) for each in chosen)
        print(f"lab: {count} runs of {len(chosen)} studies at {scale} scale", file=sys.stderr)
        status = snakemake(paths, scale, given.results, profile, given.jobs)
        if status:
            # Snakemake writes no report of a study with a failed job.
            for each in chosen:
                folder = given.results / scale / each.name
                folder.mkdir(parents=True, exist_ok=True)
                arguments = [str(each.path), scale, str(folder / "runs"), str(folder / "runs.parquet")]
                subprocess.run([sys.executable, "-m", "testudo_lab.results", *arguments])
                subprocess.run(
                    [sys.executable, "-m", "testudo_lab.report", *arguments, str(folder / "report.html")]
                )
            print(
                "lab: some jobs failed; the reports name the missing runs; run the lab again to repeat these runs",
                file=sys.stderr,
            )
    for each in chosen:
        print(given.results / scale / each.name / "report.html")
    sys.exit(status)


def find(name: str) -> Path:
    """Returns the file of a study. Raises StudyError if it does not exist."""
    known = {path.stem: path for path in (LAB / "studies").glob("*.toml")}
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
        if configured.tool:
            continue
        # Testudo checks the options before the class path: exit code 2 means wrong options, 4 a missing class path.
        command = [
            run.binary(),
            configured.command,
            *configured.options,
            "--class",
            "X",
            "--classpath",
            os.devnull + "/x",
        ]
        if configured.command == "generate":
            command += chosen.budget_options()
        try:
            ended = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        except OSError as error:
            raise study.StudyError(
                f"cannot start {command[0]}: {error.strerror}; build Testudo, or set "
                "TESTUDO_BINARY to its path"
            ) from None
        if ended.returncode == 2:
            reason = " ".join(
                line.strip() for line in ended.stderr.partition("Usage:")[0].splitlines() if line.strip()
            )
            raise study.StudyError(
                f"{chosen.path}:{configured.line}: Testudo refuses the options of "
                f"`{configured.name}`: {reason.removeprefix('error: ')}; correct the options"
            )


def snakemake(paths: list[Path], scale: str, results: Path, profile: Path, jobs: int | None) -> int:
    """Runs the jobs. Returns the exit code of Snakemake."""
    cache = Path(os.environ.get("TESTUDO_LAB_CACHE", results / "cache")).resolve()
    # With Kubernetes, Snakemake sends only files in its working folder to the jobs.
    shutil.copy(LAB / "Snakefile", results)
    command = [
        sys.executable,
        "-m",
        "snakemake",
        "--snakefile",
        str(results.resolve() / "Snakefile"),
        "--profile",
        str(profile),
        "--directory",
        str(results.resolve()),
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
    text = (profile / "config.yaml").read_text()
    if "default-storage-provider: fs" in text:
        command += ["--default-storage-prefix", str(results.resolve())]
    if jobs:
        command += ["--jobs", str(jobs)]
    elif "cores:" not in text:
        command += ["--cores", "all"]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    main()

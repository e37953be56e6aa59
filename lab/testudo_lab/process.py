"""Runs a program with a time limit. No process of the program survives."""

import ctypes
import os
import resource
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
# Number of characters of a message that is kept: its end.
MOST_OUTPUT = 4000


@dataclass(frozen=True)
class Ended:
    """How a program ended. The exit code is negative if a signal ended it, and None after the time limit.

    `seconds` is elapsed time. `cpu_seconds` is processor time; it excludes killed grandchildren.
    """

    exit_code: int | None
    seconds: float
    cpu_seconds: float
    output: str
    errors: str


def run(command: list[str], folder: Path, limit: float) -> Ended:
    """Runs a program in a folder, for at most `limit` seconds."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    started, cpu_started = time.monotonic(), _cpu_seconds()
    with open(folder / "stdout", "w+b") as output, open(folder / "stderr", "w+b") as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            # Descendants whose parent has ended become children of this program. Their processor time counts.
            try:
                while True:
                    os.waitpid(-process.pid, 0)
            except ChildProcessError:
                pass
        elapsed = time.monotonic() - started
        output.seek(0)
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - MOST_OUTPUT))
        return Ended(
            code,
            elapsed,
            _cpu_seconds() - cpu_started,
            output.read().decode(errors="replace"),
            errors.read().decode(errors="replace"),
        )


def _cpu_seconds() -> float:
    """Returns the processor time of all ended child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _die_with_parent() -> None:
    # Without this call, a killed lab would leave searches behind that compete with the resumed searches.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def exit_on_signals() -> None:
    """Turns SIGTERM into SystemExit, so that the program ends its child processes and temporary files."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))

"""Facts about the machine that a run used."""

import functools
import os
import platform
import re
import subprocess
from pathlib import Path


def facts() -> dict:
    """Returns the facts that influence how fast a search is."""
    try:
        cpu = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        cpu = None
    return {
        "node": platform.node(),
        "system": platform.system(),
        "kernel": platform.release(),
        "cpu": cpu[1] if cpu else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "memory_mb": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20,
        "java": _java_version(),
        "load": round(os.getloadavg()[0], 2),
    }


@functools.cache
def _java_version() -> str:
    try:
        ended = subprocess.run(
            [java_program("java"), "-version"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except OSError as error:
        return f"cannot start java: {error.strerror}"
    # A JVM can first print a line about the variable JAVA_TOOL_OPTIONS.
    return next((line for line in ended.stdout.splitlines() if " version " in line), "unknown")


def java_program(name: str) -> str:
    """Returns the path of a program of the JDK that Testudo also uses."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", name)) if home else name

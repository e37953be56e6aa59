"""Binds runs to cores, so that runs at the same time do not compete for a core."""

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def bound_to_core(folder: Path | None = None) -> Iterator[int | None]:
    """Binds this process, and programs that it starts, to a core that no other run of this user has.

    Yields the number of the core, or None if all cores are taken or the system cannot bind processes. `folder`
    contains a lock for each core.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    usable = os.sched_getaffinity(0)
    with contextlib.ExitStack() as locks:
        core = next((core for core in sorted(usable) if _try_lock(core, folder or _folder(), locks)), None)
        if core is not None:
            os.sched_setaffinity(0, {core})
        try:
            yield core
        finally:
            os.sched_setaffinity(0, usable)


def _folder() -> Path:
    return Path(tempfile.gettempdir(), f"testudo-lab-cores-{os.getuid()}")


def _try_lock(core: int, folder: Path, locks: contextlib.ExitStack) -> bool:
    """Tries to lock a core. The system releases the lock when this process ends."""
    folder.mkdir(exist_ok=True)
    file = locks.enter_context(open(folder / str(core), "w"))
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

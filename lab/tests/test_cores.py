"""Runs at the same time use different cores."""

import os
import subprocess
import sys

import pytest
from testudo_lab.cores import bound_to_core

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system cannot bind processes")


def test_a_program_runs_only_on_the_core_of_its_run(tmp_path):
    usable = os.sched_getaffinity(0)
    with bound_to_core(tmp_path) as core:
        program = [sys.executable, "-c", "import os; print(*os.sched_getaffinity(0))"]
        assert subprocess.run(program, capture_output=True, text=True).stdout.split() == [str(core)]
    assert os.sched_getaffinity(0) == usable


def test_each_run_has_a_core_of_its_own_until_all_cores_are_taken(tmp_path):
    usable = os.sched_getaffinity(0)
    cores = []

    def bind_all():
        os.sched_setaffinity(0, usable)
        with bound_to_core(tmp_path) as core:
            cores.append(core)
            if core is not None:
                bind_all()

    bind_all()
    assert cores == [*sorted(usable), None]


def test_the_core_of_an_ended_run_is_free_again(tmp_path):
    with bound_to_core(tmp_path) as first:
        pass
    with bound_to_core(tmp_path) as second:
        assert second == first

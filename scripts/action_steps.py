"""Runs the steps of action/action.yml that are shell scripts, as the runner of GitHub Actions does.

Usage: action_steps.py VALUE...
A VALUE such as inputs.version=v0.1.0 replaces the expression ${{ inputs.version }}. The script prints the steps that
use other actions, and does not run them. It ends with the exit code of the first step that fails.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ACTION = Path(__file__).parent.parent / "action"


def evaluate(text: str, values: dict[str, str]) -> str:
    """Replaces each expression `${{ a || b }}` by the first value that is not empty."""

    def first(match: re.Match) -> str:
        found = (values.get(name.strip(), "") for name in match[1].split("||"))
        return next(filter(None, found), "")

    return re.sub(r"\$\{\{(.*?)\}\}", first, str(text))


def run(step: dict, values: dict[str, str], files: Path) -> int:
    """Runs a step. Steps add folders to the PATH of later steps by the file GITHUB_PATH."""
    added = (files / "path").read_text().split() if (files / "path").exists() else []
    environment = os.environ | {name: evaluate(value, values) for name, value in step.get("env", {}).items()}
    environment |= {
        "GITHUB_ACTION_PATH": str(ACTION),
        "GITHUB_PATH": str(files / "path"),
        "GITHUB_OUTPUT": str(files / "output"),
        "RUNNER_TEMP": str(files),
        "PATH": ":".join([*added, os.environ["PATH"]]),
    }
    folder = evaluate(step.get("working-directory", "."), values)
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    return subprocess.run([*shell, evaluate(step["run"], values)], cwd=folder, env=environment).returncode


def main() -> int:
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    values = {f"inputs.{name}": details["default"] for name, details in action["inputs"].items()}
    values |= dict(value.split("=", 1) for value in sys.argv[1:])
    with tempfile.TemporaryDirectory() as files:
        for step in action["runs"]["steps"]:
            if "uses" in step:
                print(f"not run: {step['name']} ({step['uses']})")
            elif code := run(step, values, Path(files)):
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

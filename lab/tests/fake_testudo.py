#!/usr/bin/env python3
"""Imitates `testudo`. The class name decides what happens: Crash, Hang, Missing, NoWorker, or a normal run."""

import json
import os
import signal
import sys
import time
from pathlib import Path

VALID = {
    "--quiet",
    "--json",
    "--workers",
    "--classpath",
    "--class",
    "--seed",
    "--preset",
    "--algorithm",
    "--statements",
    "--search-only",
    "--timeline",
    "--output",
}


def option(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def main() -> None:
    if "--version" in sys.argv:
        print("testudo " + os.environ.get("FAKE_VERSION", "1.0"))
        return
    unknown = [word for word in sys.argv[1:] if word.startswith("--") and word not in VALID]
    if unknown:
        print(f"error: unexpected argument '{unknown[0]}' found\n\nUsage: testudo", file=sys.stderr)
        sys.exit(2)
    if option("--classpath").startswith("/dev/null"):
        sys.exit(4)
    name, seed = option("--class"), int(option("--seed"))
    if name.endswith("Crash"):
        os.kill(os.getpid(), signal.SIGSEGV)
    if name.endswith("Hang"):
        time.sleep(1000)
    if name.endswith("Missing"):
        print(
            json.dumps(
                {"class": name, "status": "not-found", "message": "the class is not on the class path"}
            )
        )
        sys.exit(5)
    time.sleep(float(os.environ.get("FAKE_SECONDS", "0")))
    bonus = 20 if "dynamosa" in sys.argv else 0
    limit = int(option("--statements"))
    with open(option("--timeline"), "w") as file:
        for step in range(5):
            row = {
                "class": name,
                "seed": seed,
                "seconds": step,
                "generations": step,
                "tests": 10 * step,
                "statements": limit * step // 4,
                "covered": {"branch": step * (10 + seed) + bonus},
                "goals": {"branch": 100},
            }
            if step > 2:
                row["covered"]["exception"] = row["goals"]["exception"] = step
            file.write(json.dumps(row) + "\n")
    tests = Path(option("--output"), "FooTest.java")
    tests.write_text(
        "class FooTest {\n  @Test\n  void a() {\n    one();\n  }\n\n"
        "  @Test\n  void b() {\n    two();\n  }\n}\n"
    )
    print(
        json.dumps(
            {
                "class": name,
                "status": "no-worker"
                if name.endswith("NoWorker")
                else "searched"
                if "--search-only" in sys.argv
                else "written",
                "goals": 100,
                "covered": 40,
                "mutants": 10,
                "mutants_killed": 5,
                "criteria": [{"criterion": "branch", "goals": 100, "covered": 4 * (10 + seed) + bonus}],
                "tests_written": 2,
                "tests_executed": 40,
                "statements_executed": limit,
                "generations": 4,
                "search_seconds": 4.0,
                "total_seconds": 5.0,
            }
        )
    )


main()

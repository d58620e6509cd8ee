"""Prints the numbers of one adapter: try.py COMMAND SETTING [PROBLEM...], for example

python try.py "venv/bin/python adapter_mujoco.py" best slope wall
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

from measures import NotFinite, measure
from problems import list_problems


def main(command: str, setting: str, *names: str) -> None:
    process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin and process.stdout
    for problem in list_problems():
        if names and problem.name not in names:
            continue
        process.stdin.write(json.dumps({"do": "run", "scene": problem.scene, "setting": setting}) + "\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if "t" not in answer:
            print(problem.name, answer, flush=True)
            continue
        for one in problem.measures:
            try:
                value = f"{one.factor * measure(one.kind, answer, one.arguments):.5g} {one.unit}"
            except NotFinite as reason:
                value = str(reason)
            print(f"{problem.name:10} {one.name:35} {value:20} right {one.right:<10.5g}", end="")
            print(f" {answer['cpu']:.4f} s, {answer['steps']} steps", *answer["warnings"], flush=True)
    process.stdin.close()
    process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Converts and runs published OpenSim models with contact, and prints the tables of docs/models-tested.md.

The models are not part of this repository. models_tested.json has repository, commit, path and SHA-256 of each.

    ./run opensim --fetch DIR      # downloads the models to DIR, and checks them
    ./run opensim --data DIR       # runs each model for 1 s, before and after
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simbodydem_convert import Report, convert, write
from simbodydem_convert.document import read
from simbodydem_convert.model import HALF_SPACE, Model
from simbodydem_convert.old_forces import FORCE_KINDS, OldForce, read_force

HERE = Path(__file__).resolve().parent
URL = "https://raw.githubusercontent.com"
DURATION, INTERVAL, ACCURACY = 1.0, 0.005, 1e-4  # [s], [s], of OpenSim's Manager
LIMIT = 1800  # of one run [s]


@dataclass(frozen=True)
class File:
    """A file of a repository at a commit."""

    repository: str
    commit: str
    path: str
    sha256: str
    meshes: list[File] = field(default_factory=list)
    start: dict[str, float] = field(default_factory=dict)  # coordinates that are not those of the file

    def below(self, folder: Path) -> Path:
        return folder / self.repository / self.path


def list_models() -> list[File]:
    models = []
    for entry in json.loads((HERE / "models_tested.json").read_text()):
        meshes = [File(entry["repository"], entry["commit"], mesh["path"], mesh["sha256"]) for mesh in entry.get("meshes", [])]
        models.append(File(entry["repository"], entry["commit"], entry["path"], entry["sha256"], meshes, entry.get("start", {})))
    return models


def check(file: File, content: bytes) -> None:
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256:
        sys.exit(f"{file.repository}/{file.path}: the SHA-256 is {found}; it must be {file.sha256}")


def fetch(folder: Path, url: str) -> None:
    """Downloads all files that are not there yet."""
    for model in list_models():
        for file in (model, *model.meshes):
            target = file.below(folder)
            if not target.exists():
                with urllib.request.urlopen(f"{url}/{file.repository}/{file.commit}/{file.path}") as response:
                    content = response.read()
                check(file, content)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            check(file, target.read_bytes())
            print(target)


# --- one run, in a process of its own ----------------------------------------------------------------------------------------------


def run_one(path: str, blocks: dict[str, int], start: dict[str, float]) -> dict[str, Any]:
    """Runs a model from the state of its file, without excitations. Returns the resultant of its contact forces.

    :param blocks: for each force, which surface of its record is read: six values each
    """
    import importlib
    import time

    opensim = importlib.import_module("opensim")
    opensim.Logger.setLevelString("error")
    importlib.import_module("simbodydem_opensim")  # loads the component
    try:
        model = opensim.Model(path)
        state = model.initSystem()
        for coordinate, value in start.items():
            model.getCoordinateSet().get(coordinate).setValue(state, value)
        model.equilibrateMuscles(state)
        forces = {}
        for component in model.getComponentsList():
            if component.getConcreteClassName() in (*FORCE_KINDS, "DEMContactForce"):
                force = opensim.Force.safeDownCast(component)
                if force.appliesForce(state):
                    forces[component.getName()] = force
        manager = opensim.Manager(model)
        manager.setIntegratorAccuracy(ACCURACY)
        manager.initialize(state)
        loads = []
        begin = time.process_time()
        for i in range(1, round(DURATION / INTERVAL) + 1):
            state = manager.integrate(i * INTERVAL)
            model.realizeDynamics(state)
            total = [0.0, 0.0, 0.0]
            for name, force in forces.items():
                values = force.getRecordValues(state)
                for k in range(3):
                    total[k] += values.get(6 * blocks.get(name, 0) + k)
            loads.append(math.hypot(*total))
            if not math.isfinite(loads[-1]):
                return {"error": f"its forces are not finite at {state.getTime():.3f} s"}
        return {
            "mean": sum(loads) / len(loads),
            "most": max(loads),
            "time": state.getTime(),
            "cpu": time.process_time() - begin,
            "forces": len(forces),
        }
    except Exception as error:  # OpenSim's errors are of several classes
        return {"error": str(error).strip().split("\n")[0]}


def run(path: Path, blocks: dict[str, int], start: dict[str, float]) -> dict[str, Any]:
    command = [sys.executable, __file__, "--run", str(path), "--blocks", json.dumps(blocks)]
    command += ["--start", json.dumps(start)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False, cwd=path.parent)
    except subprocess.TimeoutExpired:
        return {"error": f"it took more than {LIMIT} s"}
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        return {"error": f"it ended with {done.returncode}: {done.stderr.strip()[-200:]}"}
    result: dict[str, Any] = json.loads(lines[-1])
    return result


# --- all models --------------------------------------------------------------------------------------------------------------------


def blocks_of(path: Path) -> tuple[dict[str, int], dict[str, int]]:
    """Returns for each force the place of its half space, or of its first geometry, in the records before and after."""
    model = Model(read(path))
    old: dict[str, int] = {}
    new: dict[str, int] = {}
    for element in (element for kind in FORCE_KINDS for element in model.find_all(kind)):
        force = read_force(model, element)
        if not isinstance(force, OldForce):
            continue
        kinds = [surface.geometry for surface in force.surfaces]
        at = next((i for i, of in enumerate(kinds) if of.kind == HALF_SPACE), 0)
        old[force.name] = at
        new[force.name] = 1 if kinds[at].kind == HALF_SPACE and kinds[at].is_on_ground else at
    return old, new


def kinds_of(report: Report) -> str:
    counts = Counter(force.kind for force in report.forces)
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def number(value: float) -> str:
    return "0" if abs(value) < 1e-9 else f"{value:.4g}"


def run_all(folder: Path, only: str) -> int:
    models = [model for model in list_models() if only in model.path]
    failed = 0
    files, results = [], []
    for index, model in enumerate(models, 1):
        path = model.below(folder)
        for file in (model, *model.meshes):
            check(file, file.below(folder).read_bytes())
        files.append(f"| {index} | {model.repository} | {model.path} | `{model.sha256}` |")
        with tempfile.TemporaryDirectory() as scratch:
            before, after = Path(scratch, "before.osim"), Path(scratch, "after.osim")
            before.write_bytes(path.read_bytes())
            for mesh in model.meshes:
                Path(scratch, Path(mesh.path).name).write_bytes(mesh.below(folder).read_bytes())
            report = convert(path)
            write(report, after)
            old_blocks, new_blocks = blocks_of(path)
            old, new = run(before, old_blocks, model.start), run(after, new_blocks, model.start)
        outcome = []
        for result in (old, new):
            if "error" in result:
                failed += 1
                outcome += [result["error"], ""]
            else:
                outcome += [number(result["mean"]), number(result["most"])]
        line = f"| {index} | {kinds_of(report)} | {report.num_converted} | {outcome[0]} | {outcome[2]} | {outcome[1]} | {outcome[3]} |"
        results.append(line)
        print(line, old, new, file=sys.stderr, flush=True)
    print("| repository | commit |\n|-|-|")
    for repository, commit in dict.fromkeys((model.repository, model.commit) for model in models):
        print(f"| {repository} | `{commit}` |")
    print("\n| | repository | model | SHA-256 |\n|-|-|-|-|")
    print("\n".join(files))
    print("\n| | forces before | converted | mean before [N] | mean after [N] | greatest before [N] | greatest after [N] |")
    print("|-|-|-|-|-|-|-|")
    print("\n".join(results))
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fetch", type=Path, metavar="DIR", help="download the models to this folder")
    parser.add_argument("--url", default=URL, help="where the repositories are (default: %(default)s)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="run the models of this folder")
    parser.add_argument("--only", default="", metavar="TEXT", help="the models whose path has this text")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    parser.add_argument("--blocks", default="{}", help=argparse.SUPPRESS)
    parser.add_argument("--start", default="{}", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        print(json.dumps(run_one(given.run, json.loads(given.blocks), json.loads(given.start))))
        return 0
    if given.fetch:
        fetch(given.fetch, given.url)
    if given.data:
        return run_all(given.data, given.only)
    if not given.fetch:
        parser.error("give --fetch DIR or --data DIR")
    return 0


if __name__ == "__main__":
    sys.exit(main())

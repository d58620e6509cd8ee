"""The example with a policy, and steps of one length."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, make_quadruped

import simbodydem as sd


def test_program_of_the_examples_runs_as_it_stands(tmp_path):
    """The quadruped of python/examples is upright at the end, and its replay is a page."""
    page = tmp_path / "dog.html"
    program = ROOT / "python" / "examples" / "quadruped.py"
    out = subprocess.run([sys.executable, program, page], check=True, capture_output=True, text=True).stdout
    assert "foot_rr/0 carries" in out
    assert page.read_text().startswith("<!DOCTYPE html>")


def test_search_of_a_gait_runs_as_it_stands(tmp_path):
    """The search of python/examples ends with a gait that walks forward. docs/python.md has twice this distance."""
    page = tmp_path / "gait.html"
    program = ROOT / "python" / "examples" / "gym_quadruped.py"
    pytest.importorskip("gymnasium")
    out = subprocess.run([sys.executable, "-W", "ignore", program, page], check=True, capture_output=True, text=True).stdout
    distances = [float(line.split()[2]) for line in out.splitlines() if line.startswith("generation")]
    assert len(distances) == 5 and distances == sorted(distances) and distances[-1] > 0.4
    assert page.read_text().startswith("<!DOCTYPE html>")


def test_steps_of_one_length_take_as_many_as_fit():
    """A second of steps of 2 ms has 500 of them, however often the program looks in."""
    world, robot = make_quadruped(on_floor=True)
    sim = sd.Simulation(world, step=0.002)
    times = list(sim.steps(1.0, every=0.02))
    assert len(times) == 50 and times[0] == 0
    assert sim.time == 1
    assert sim.num_steps == 500


def run_example(name, folder):
    """Runs a program of python/examples in a folder, and returns what it prints."""
    program = ROOT / "python" / "examples" / name
    return subprocess.run([sys.executable, program, folder], cwd=folder, check=True, capture_output=True, text=True).stdout


def test_foot_material_is_found_from_its_ground_reaction(tmp_path):
    """The fit to the record of a force plate finds modulus and restitution within three standard errors of the truth, 3 MPa and 0.45."""
    pytest.importorskip("scipy")
    lines = [line.split() for line in run_example("foot_material.py", tmp_path).splitlines()]
    for row, truth in zip(lines[1:3], (3e6, 0.45)):  # name, unit, estimate, standard error, bounds
        value, error = map(float, row[2:4])
        assert abs(value - truth) < 3 * error < 0.05 * truth


def test_notebook_has_the_code_of_the_program(tmp_path):
    """The notebook has the cells of the program, and they run one after the other as in Jupyter."""
    pytest.importorskip("scipy")
    folder = ROOT / "python" / "examples"
    cells = json.loads((folder / "foot_material.ipynb").read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    parts = re.split(r"^# %%", (folder / "foot_material.py").read_text(), flags=re.MULTILINE)[1:]
    assert code == [part.partition("\n")[2].strip("\n") for part in parts if not part.startswith(" [markdown]")]
    program = "".join(f"exec(compile({one!r}, 'cell', 'exec'))\n" for one in code)
    out = subprocess.run([sys.executable, "-c", program], cwd=folder, check=True, capture_output=True, text=True).stdout
    assert out.startswith("parameter ") and "undetermined" not in out


def test_studies_of_the_page_run(tmp_path):
    """The study of a throw has indices that are near those of its product: the variances of v^2 and of the squared sine, alone and together."""
    pytest.importorskip("scipy")
    lines = run_example("studies.py", tmp_path).splitlines()
    assert float(lines[0].split()[0]) == pytest.approx(0.6, abs=1e-3)
    speed, angle = ([float(x) for x in line.split()[1:]] for line in lines[1:])
    v, s = np.linspace(1, 10, 100001) ** 2, np.sin(np.radians(np.linspace(15, 75, 100001))) ** 2
    a, b = v.var() / v.mean() ** 2, s.var() / s.mean() ** 2
    whole = a + b + a * b
    assert speed == pytest.approx([a / whole, (a + a * b) / whole], abs=0.1)  # 64 base points
    assert angle == pytest.approx([b / whole, (b + a * b) / whole], abs=0.1)


def test_study_on_a_cluster_runs(tmp_path):
    """The study on a local Dask cluster prints eight overlaps that grow."""
    pytest.importorskip("distributed", reason="there is no Dask in this environment")
    numbers = [float(x) for x in run_example("study_on_cluster.py", tmp_path).strip("[]\n").split()]
    assert len(numbers) == 8 and numbers == sorted(numbers)

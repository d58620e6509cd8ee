"""The example with a policy, and steps of one length."""

import subprocess
import sys

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

"""The examples of the pages give the numbers of the programs in C++."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT

BUILD = Path(os.environ.get("SIMBODYDEM_BUILD", Path(sys.prefix).parent))
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def run_in_cpp(program, folder, cwd):
    """Runs a program of C++ and returns its lines, or skips the test where it has not been built."""
    path = BUILD / folder / program
    if not path.exists():
        pytest.skip(f"there is no {path}; ./run test python builds it")
    out = subprocess.run([path], cwd=cwd, check=True, capture_output=True, text=True).stdout
    return out.splitlines()


def run_in_python(program, cwd, monkeypatch):
    """Runs an example of Python and returns its variables."""
    monkeypatch.chdir(cwd)
    monkeypatch.setattr(sys, "argv", [program])
    return runpy.run_path(str(ROOT / "python" / "examples" / program))


def numbers_of_robot(lines):
    """Returns the height, the forces of four feet, the reading of the IMU and the servo's torque, as ExampleRobot prints them."""
    found = [re.search(r"(?:trunk is|carries|reads|exerts) (\S+)", line) for line in lines]
    return np.array([match.group(1) for match in found if match], dtype=float)


def robot_in_python(tmp_path, monkeypatch):
    run = run_in_python("robot.py", tmp_path, monkeypatch)
    forces = [run["forces"]["foot_" + leg][2] for leg in ("fl", "fr", "rl", "rr")]
    return np.array([run["height"], *forces, np.linalg.norm(run["force"]), run["knee"]["servo"]])


def test_robot_has_the_numbers_of_cpp(tmp_path, monkeypatch):
    """The quadruped of docs/robots.md, with the same Simbody and BLAS: equal to 1e-12, of which rounding takes 1e-15."""
    expected = numbers_of_robot(run_in_cpp("ExampleRobot", "python-package/reference", tmp_path))
    assert len(expected) == 7
    assert robot_in_python(tmp_path, monkeypatch) == pytest.approx(expected, rel=1e-12, abs=0)


def test_robot_has_the_numbers_of_another_simbody(tmp_path, monkeypatch):
    """The same with Simbody of Debian. The robot has settled, so both are within the accuracy of the run, 1e-3.

    The program prints six digits.
    """
    expected = numbers_of_robot(run_in_cpp("ExampleRobot", "examples", tmp_path))
    assert robot_in_python(tmp_path, monkeypatch) == pytest.approx(expected, rel=1e-3)


def contacts_of(lines):
    rows = [[float(x) for x in NUMBER.findall(line)] for line in lines if line.startswith("at ")]
    return np.array(sorted(rows, key=lambda row: (round(row[0], 2), round(row[2], 2))))


def foot_in_python(tmp_path, monkeypatch):
    sim = run_in_python("dropped_foot.py", tmp_path, monkeypatch)["sim"]
    rows = [[*c["point"], c["normal_force"][1], c["overlap"]] for c in sim.contacts]
    return np.array(sorted(rows, key=lambda row: (round(row[0], 2), round(row[2], 2))))


def test_foot_has_the_numbers_and_the_file_of_cpp(tmp_path, monkeypatch):
    """The foot of docs/first-model.md, with the same Simbody and BLAS: equal to 1e-12. Each row of ground reactions is the same too."""
    other = tmp_path / "cpp"
    other.mkdir()
    expected = contacts_of(run_in_cpp("ExampleDroppedFoot", "python-package/reference", other))
    assert expected.shape == (4, 5)
    assert foot_in_python(tmp_path, monkeypatch) == pytest.approx(expected, rel=1e-12, abs=1e-15)
    assert (tmp_path / "grf.mot").read_text() == (other / "grf.mot").read_text()


def test_foot_has_the_numbers_of_another_simbody(tmp_path, monkeypatch):
    """The same with Simbody of Debian. Forces and overlaps at rest agree to 1e-3, and places to 1 mm: the landing is not symmetric, and its
    rounding decides how it tumbles."""
    other = tmp_path / "cpp"
    other.mkdir()
    expected = contacts_of(run_in_cpp("ExampleDroppedFoot", "examples", other))
    found = foot_in_python(tmp_path, monkeypatch)
    assert found[:, 3:] == pytest.approx(expected[:, 3:], rel=1e-3)
    assert found[:, :3] == pytest.approx(expected[:, :3], abs=1e-3)


def test_episodes_and_rollouts_are_those_of_cpp(tmp_path, monkeypatch, capsys):
    """Three frictions and three rollouts of docs/from-robot-engines.md. The lines of both programs have four digits and are equal."""
    expected = run_in_cpp("robot_episodes", "python-package/reference", tmp_path)
    assert len(expected) == 6
    run_in_python("episodes.py", tmp_path, monkeypatch)
    assert capsys.readouterr().out.splitlines() == expected

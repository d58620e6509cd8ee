"""Recorders of ground reactions. test_same_numbers.py compares a file with that of C++."""

import gc

import numpy as np
import pytest
from conftest import make_ball, make_quadruped

import simbodydem as sd


def read(file):
    return np.genfromtxt(file, delimiter=",", names=True, deletechars="")


def test_rows_have_the_weight_of_what_stands(tmp_path):
    """Four feet that stand carry the weight. A row is written at each multiple of 50 ms, and each foot is a group."""
    world, robot = make_quadruped(on_floor=True)
    sim = sd.Simulation(world)
    sim.run(1)
    feet = [robot.link("foot_" + leg) for leg in ("fl", "fr", "rl", "rr")]
    with sd.GroundReactionRecorder(sim, {"all": feet, "front": feet[:2]}, every=0.05) as recorder:
        recorder.write(tmp_path / "feet.csv")
        recorder.write_contacts(tmp_path / "contacts.csv")
        sim.run(0.5)
    sim.run(0.1)  # adds no row
    rows = read(tmp_path / "feet.csv")
    assert rows["time [s]".replace(" ", "_")] == pytest.approx(np.arange(1, 1.51, 0.05))
    names = rows.dtype.names
    up = next(name for name in names if name.startswith("ground_force_all_vz"))
    assert rows[up][-1] == pytest.approx(robot.mass * 9.81, rel=1e-3)
    assert len((tmp_path / "contacts.csv").read_text().splitlines()) == 1 + 4 * 11


def test_recorder_goes_on_without_its_name(tmp_path):
    """The simulation keeps a recorder that the program has dropped, until its own end."""
    world, ball = make_ball()
    sim = sd.Simulation(world)
    sd.GroundReactionRecorder(sim, {"ball": ball}, every=0.1).write(tmp_path / "ball.mot")
    gc.collect()
    sim.run(0.35)
    assert "nRows=4" in (tmp_path / "ball.mot").read_text()
    with pytest.raises(ValueError, match="is being written already"):
        sd.GroundReactionRecorder(sim, {"ball": ball}, every=0.1).write(tmp_path / "ball.mot")
    del sim
    gc.collect()
    other = sd.Simulation(world)
    sd.GroundReactionRecorder(other, {"ball": 1}, every=0.1).write(tmp_path / "ball.mot")


def test_mistakes_of_recorders_are_told(tmp_path):
    """A file of another kind, a group without surfaces, and a world without contacts."""
    world, ball = make_ball()
    sim = sd.Simulation(world)
    with pytest.raises(ValueError, match="must end in"):
        sd.GroundReactionRecorder(sim, {"ball": ball}).write(tmp_path / "ball.txt")
    with pytest.raises(ValueError, match="no surfaces"):
        sd.GroundReactionRecorder(sim, {"none": []})
    empty = sd.World()
    body = empty.add_body(mass=1, inertia=(1, 1, 1))
    with pytest.raises(ValueError, match="no contacts"):
        sd.GroundReactionRecorder(sd.Simulation(empty), {"body": body})

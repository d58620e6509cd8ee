"""The examples of the pages, with the numbers of the programs in C++."""

import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT, make_quadruped

import simbodydem as sd


def test_quadruped_stands_with_the_numbers_of_the_page_on_robots(quadruped):
    """The quadruped stands as ExampleRobot does. Its numbers on the page are rounded to six digits, and those of two Simbodies agree to the
    accuracy of 1e-3 of the run, which has settled."""
    world, robot = quadruped
    sim = sd.Simulation(world)
    sim.step_to(3)
    assert sim.link_pose(robot, "trunk")[2, 3] == pytest.approx(0.291567, abs=1e-6)
    forces = dict(zip(robot.link_names, sim.link_forces(robot)[:, 2]))
    for foot, force in {"fl": 26.0502, "fr": 26.0502, "rl": 32.8098, "rr": 32.8098}.items():
        assert forces["foot_" + foot] == pytest.approx(force, rel=2e-4)
    assert np.linalg.norm(sim.imu(robot, "trunk")[0]) == pytest.approx(9.80999, abs=2e-5)
    knee = sim.joint_forces(robot)[robot.joint_names.index("knee_fl")]
    assert knee["servo"] == pytest.approx(3.87687, rel=2e-4)
    assert robot.mass * 9.81 == pytest.approx(sum(forces.values()), rel=1e-4)


def test_foot_comes_to_rest_with_the_numbers_of_the_first_model():
    """The foot stands on four corners, each with a quarter of its weight and Hertz's overlap. The page rounds to three digits."""
    world = sd.World(gravity=(0, -9.81, 0))
    rubber = sd.Material(E=1e7, nu=0.4, restitution=0.2, friction=0.8)
    world.add_ground(rubber, name="floor")
    half = np.array([0.12, 0.03, 0.05])
    foot = world.add_body(
        mass=2,
        shape=sd.Brick(half, 0.01),
        material=rubber,
        pose=sd.pose((0, 0.1, 0), axis=(0, 0, 1), angle=0.1),
        velocity=(0.3, 0, 0),
        name="sole_r",
    )
    sim = sd.Simulation(world, accuracy=1e-4, integrator="runge-kutta-merson", maximum_step=0.01)
    sim.step_to(2)
    contacts = sim.contacts
    assert len(contacts) == 4
    assert contacts["force"][:, 1] == pytest.approx(4.905, rel=1e-3)
    assert contacts["overlap"] == pytest.approx(0.000337, abs=5e-7)
    assert contacts["force"][:, 1].sum() == pytest.approx(2 * 9.81, rel=1e-4)
    assert sorted(contacts["point"][:, 0]) == pytest.approx([-0.075, -0.075, 0.145, 0.145], abs=1e-3)
    assert contacts["sticks"].all()
    assert (contacts["bodies"] == [0, foot.number]).all()


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

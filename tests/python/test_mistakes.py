"""Mistakes are Python exceptions with the library's text, and nothing aborts."""

import os
import signal
import threading
import time
import warnings

import numpy as np
import pytest
from conftest import QUADRUPED, make_ball, make_quadruped

import simbodydem as sd


def test_values_out_of_their_ranges_are_errors_by_name():
    """A material, a shape and an accuracy out of their ranges name themselves."""
    world = sd.World()
    with pytest.raises(ValueError, match=r"poissonsRatio = 0\.7"):
        world.add_ground(sd.Material(E=1e7, nu=0.7))
    with pytest.raises(ValueError, match="radius"):
        sd.Sphere(-1)
    with pytest.raises(ValueError, match="gravity"):
        sd.World(gravity=(0, 0, np.nan))
    with pytest.raises(ValueError, match="inertia"):
        world.add_body(mass=1, inertia=(1, 1, 5))
    with pytest.raises(ValueError, match="mass"):
        world.add_body(mass=np.nan, inertia=(1, 1, 1))
    with pytest.raises(ValueError, match="joint = 'hinge'"):
        world.add_body(mass=1, inertia=(1, 1, 1), joint="hinge")
    with pytest.raises(ValueError, match="accuracy"):
        sd.Simulation(make_ball()[0], accuracy=2)
    with pytest.raises(ValueError, match="rotation"):
        world.add_body(mass=1, inertia=(1, 1, 1), pose=np.ones((4, 4)))


def test_unknown_laws_are_errors_with_the_known_ones():
    """A law or a parameter that does not exist is an error with the names that do."""
    with pytest.raises(ValueError, match="hertz-mindlin"):
        sd.World(law="hertz")
    with pytest.raises(ValueError, match="hertz"):
        sd.World(normal="spring")
    with pytest.raises(ValueError, match="stiffness"):
        sd.World(normal=("linear", {"stifness": 1e5}))


def test_nan_is_an_error_by_name(quadruped):
    """No coordinate, speed, target or torque may be NaN, and the simulation stays as it was."""
    world, robot = quadruped
    sim = sd.Simulation(world)
    before = sim.state
    bad = np.full(len(robot.joint_names), np.nan)
    with pytest.raises(ValueError, match=r"q\[0\] = nan"):
        sim.set_q(np.full(len(sim.q), np.nan))
    with pytest.raises(ValueError, match=r"u\[0\] = nan"):
        sim.set_u(np.full(len(sim.u), np.nan))
    with pytest.raises(ValueError, match=r"targets\[0\] = nan"):
        sim.set_targets(robot, bad)
    with pytest.raises(ValueError, match=r"torques\[0\] = nan"):
        sim.set_torques(robot, bad)
    with pytest.raises(ValueError, match="targets"):
        sd.rollout(sim, sim.state, bad[np.newaxis, np.newaxis])
    with pytest.raises(ValueError, match="time"):
        sim.step_to(np.nan)
    assert sim.state == before


def test_missing_file_and_pattern_are_errors_with_their_names():
    """A file that is not there, and a pattern that matches no joint."""
    world = sd.World()
    with pytest.raises(ValueError, match="no_such_robot"):
        world.add_robot("no_such_robot.urdf")
    robot = world.add_robot(QUADRUPED, base="fixed")
    with pytest.raises(ValueError, match="elbow"):
        robot.set_servos("elbow", 1, 1)
    with pytest.raises(ValueError, match="elbow"):
        robot.set_start({"elbow": 1})
    with pytest.raises(RuntimeError, match="no simulation"):
        robot.q  # noqa: B018


def test_world_is_usable_after_an_error():
    """A surface that fails leaves no trace."""
    world, ball = make_ball()
    names = world.surface_names
    with pytest.raises(ValueError):
        ball.add_surface(sd.Sphere(0.1), sd.Material(E=-1, nu=0.3))
    assert world.surface_names == names
    sd.Simulation(world).run(0.01)


def test_interrupt_ends_a_run_within_a_tenth_of_a_second():
    """After Ctrl-C the simulation goes on from where it stopped. The bound is that of the issue, on a machine that is not idle."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world, step=0.001)
    sent = []

    def interrupt():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.3, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sim.run(1000)
    late = time.monotonic() - sent[0]
    assert 0 < sim.time < 1000
    assert late < 0.5  # five times the bound, for a machine with more programs than processors
    sim.run(0.01)
    timer = threading.Timer(0.3, interrupt)
    timer.start()
    stand = np.zeros((4, 20000, len(robot.joint_names)))
    with pytest.raises(KeyboardInterrupt):
        sd.rollout(sim, sim.state, stand, every=0.02, threads=2)
    sim.run(0.01)


def test_warnings_of_the_library_are_python_warnings():
    """An open mesh is reported once, as a warning of Python at the line of the program."""
    world, ball = make_ball()
    square = sd.Mesh([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], [[0, 1, 2], [0, 2, 3]])
    world.add_ground(sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.5), square, name="square")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        sd.Simulation(world).run(0.5)
    assert any(issubclass(w.category, sd.SimbodyDEMWarning) for w in caught)

"""Arrays are read-only views, outlive their simulation, and follow it."""

import gc

import numpy as np
import pytest
from conftest import make_ball, make_quadruped

import simbodydem as sd


def test_arrays_cannot_be_written(quadruped):
    """Neither an item nor an operator in place writes to what a simulation returns."""
    world, robot = quadruped
    sim = sd.Simulation(world)
    for array in (sim.q, sim.u, robot.q, robot.u, sim.contacts, sim.pose(robot.link("trunk")), sim.state.q):
        assert not array.flags.writeable
        with pytest.raises(ValueError):
            array[...] = 0
    with pytest.raises(ValueError):
        q = sim.q
        q += 1


def test_arrays_are_views_that_follow_the_run(ball):
    """The array of q shares its memory with the next one, and has the position after a step."""
    world, _ = ball
    sim = sd.Simulation(world)
    q, height = sim.q, sim.q[6]
    assert np.shares_memory(q, sim.q)
    sim.run(0.05)
    assert q[6] == sim.q[6] == pytest.approx(height - 9.81 / 2 * 0.05**2, abs=1e-6)  # free fall, exact for this integrator


def test_arrays_outlive_their_simulation():
    """An array keeps its simulation alive, and records have memory of their own."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    sim.run(0.3)
    kept = [sim.q, sim.u, sim.robot_q(robot), sim.contacts, sim.state.u, sim.joint_forces(robot)]
    copies = [str(array.tolist()) for array in kept]
    del sim, world, robot
    gc.collect()
    others = [sd.Simulation(make_ball()[0]) for _ in range(3)]
    for array, copy in zip(kept, copies):
        assert str(array.tolist()) == copy
    assert len(others) == 3


def test_random_deletions_leave_arrays_valid():
    """Simulations, states and arrays are deleted in any order."""
    random = np.random.default_rng(1)
    world, ball = make_ball()
    things = []
    for _ in range(300):
        if random.random() < 0.6 or not things:
            sim = sd.Simulation(world)
            sim.run(0.01)
            things += [sim, sim.q, sim.state, sim.contacts, sim.clone().u]
        for _ in range(4):
            if things:
                del things[random.integers(len(things))]
        for thing in things[:5]:
            if isinstance(thing, np.ndarray) and thing.dtype == float:
                assert np.isfinite(thing).all()

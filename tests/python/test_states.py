"""States: writing, saving, copies, rollouts."""

import pickle

import numpy as np
import pytest
from conftest import STAND, make_ball, make_quadruped

import simbodydem as sd


def test_coordinates_that_are_set_give_the_force_of_a_fresh_state():
    """After a run, coordinates of the start give the accelerations of the start: nothing is left of the run."""
    world, robot = make_quadruped(on_floor=True)
    sim = sd.Simulation(world)
    q, u = sim.q.copy(), sim.u.copy()
    q[6] -= 1e-4  # feet overlap the ground by 0.1 mm
    sim.set_q(q)
    fresh = sim.udot
    sim.run(0.2)
    sim.set_u(u)
    sim.set_q(q)
    assert sim.udot == pytest.approx(fresh, rel=1e-14, abs=1e-14 * np.abs(fresh).max())


def test_contacts_keep_their_springs_if_they_are_told_to():
    """A ball at rest on a slope of 0.2 rad is held by its spring. Without memory the spring is unstressed."""
    world = sd.World(gravity=(9.81 * np.sin(0.2), 0, -9.81 * np.cos(0.2)))
    rubber = sd.Material(E=1e7, nu=0.3, friction=0.8, restitution=0.2)
    world.add_ground(rubber, sd.HalfSpace(), sd.pose(rotation=[[0, 0, 1], [0, 1, 0], [-1, 0, 0]]))
    world.add_body(mass=1, shape=sd.Brick((0.1, 0.1, 0.05), 0.01), material=rubber, pose=(0, 0, 0.0499))
    sim = sd.Simulation(world)
    sim.run(1)
    held = sim.contacts["force"][:, 0].sum()
    assert held == pytest.approx(-9.81 * np.sin(0.2), rel=1e-3)
    q = sim.q.copy()
    sim.set_q(q, keep_contacts=True)
    assert sim.contacts["force"][:, 0].sum() == pytest.approx(held, rel=1e-6)
    sim.set_q(q)
    assert abs(sim.contacts["force"][:, 0].sum()) < 1e-3 * abs(held)


def test_positions_of_a_robot_are_set_by_name():
    """A joint of a pattern moves, and the others stay."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    before = robot.q.copy()
    robot.q = {"knee_fl": -1.2}
    i = robot.joint_names.index("knee_fl")
    assert robot.q[i] == -1.2
    assert np.delete(robot.q, i).tolist() == np.delete(before, i).tolist()
    robot.u = np.full(len(before), 0.1)
    assert (robot.u == 0.1).all()
    assert sim.robot_q(robot)[i] == -1.2


def test_clone_continues_with_the_same_bits():
    """A clone and its original end at the same bits after another half second with commands."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    sim.run(0.3)
    copy = sim.clone()
    for one in (sim, copy):
        for t in one.steps(0.5, every=0.1):
            one.set_targets(robot, {**STAND, "hip_fl": 0.8 + 0.1 * t})
    assert sim.q.tobytes() == copy.q.tobytes()
    assert sim.state == copy.state


def test_state_of_this_process_continues_with_the_same_bits():
    """A State that was restored continues as the run did from there."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    sim.run(0.2)
    state = sim.state
    sim.run(0.2)
    end = sim.q.copy()
    sim.restore(state)
    assert sim.time == state.time == 0.2
    sim.run(0.2)
    assert sim.q.tobytes() == end.tobytes()


def test_states_are_pickled_and_saved_exactly(tmp_path):
    """A State equals its pickle, and a loaded run has the same coordinates, forces and memory."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    sim.run(0.5)
    state = sim.state
    assert pickle.loads(pickle.dumps(state)) == state
    sim.save(tmp_path / "state.bin")
    other = sd.Simulation(world)
    assert other.state != state
    other.load(tmp_path / "state.bin")
    assert other.q.tobytes() == sim.q.tobytes()
    assert other.contacts["force"] == pytest.approx(sim.contacts["force"], rel=1e-9, abs=1e-9)
    other.run(0.5)
    sim.run(0.5)
    assert other.q == pytest.approx(sim.q, abs=1e-4)  # the integrators start differently; the accuracy is 1e-3


def test_rollouts_are_the_same_bits_in_any_number_of_threads():
    """Six rollouts of a quadruped in 1, 2 and 5 threads, and the first again alone."""
    world, robot = make_quadruped(on_floor=True)
    sim = sd.Simulation(world, step=0.002)
    sim.run(0.1)
    stand = robot.array("stand", STAND)
    targets = stand + np.random.default_rng(2).normal(0, 0.1, (6, 4, len(stand)))
    results = [sd.rollout(sim, sim.state, targets, threads=threads, every=0.02) for threads in (1, 2, 5)]
    x, c = results[0]
    assert x.shape == (6, 4, len(sim.q) + len(sim.u)) and c.shape == (6, 4, world.num_bodies, 3)
    for other, forces in results[1:]:
        assert other.tobytes() == x.tobytes() and forces.tobytes() == c.tobytes()
    alone, _ = sd.rollout(sim, sim.state, targets[:1], every=0.02)
    assert alone.tobytes() == x[:1].tobytes()
    assert len({row.tobytes() for row in x}) == 6  # they differ from each other


def test_rollout_is_the_run_of_the_simulation():
    """A rollout from a State has the bits of the simulation that goes on from there."""
    world, robot = make_quadruped()
    sim = sd.Simulation(world)
    sim.run(0.25)
    stand = robot.array("stand", STAND)
    x, c = sd.rollout(sim, sim.state, np.tile(stand, (1, 5, 1)), every=0.02)
    start = sim.time
    for k in range(5):
        sim.set_targets(robot, stand)
        sim.step_to(start + (k + 1) * 0.02)
        assert x[0, k].tobytes() == np.concatenate([sim.q, sim.u]).tobytes()


def test_rollouts_begin_at_arrays():
    """Balls that start at several heights fall freely for 0.1 s, as far as g t^2/2. Ground bears none of them."""
    world, ball = make_ball(height=1)
    sim = sd.Simulation(world)
    starts = np.tile(np.concatenate([sim.q, sim.u]), (4, 1))
    starts[:, 6] += np.arange(4)
    x, c = sd.rollout(sim, starts, periods=2, every=0.05, threads=2)
    assert x[:, -1, 6] == pytest.approx(starts[:, 6] - 9.81 / 2 * 0.1**2, abs=1e-9)
    assert (c == 0).all()

"""Linearizations of steps and of contacts."""

import numpy as np
import pytest
from conftest import make_ball, make_quadruped

import simbodydem as sd


def test_pendulum_has_its_natural_frequency():
    """A point mass on a thread of 0.5 m: the eigenvalues of A are exp(+-i w h) with w = sqrt(g/l). The step is of the second order, so its
    relative error is (w h)^2/12 times w h, 7e-8."""
    world = sd.World(gravity=(0, -9.81, 0))
    world.add_body(mass=1, inertia=np.full(3, 1e-9), com=(0, -0.5, 0), joint="pin", name="bob")
    h = 0.002
    linear = sd.linearize(sd.Simulation(world, step=h))
    assert linear.state_names == ["bob", "rate of bob"]
    assert linear.A.shape == (2, 2) and linear.period == h
    w = np.sqrt(9.81 / 0.5)
    assert sorted(np.linalg.eigvals(linear.A), key=np.imag) == pytest.approx([np.exp(-1j * w * h), np.exp(1j * w * h)], abs=1e-7)


def test_inputs_and_outputs_are_those_of_a_perturbed_step():
    """A quadruped that stands: the column of B of a knee is what a step with another target leaves, and y of the joints is C x."""
    world, robot = make_quadruped(on_floor=True)
    sim = sd.Simulation(world, step=0.002)
    sim.run(1)
    linear = sd.linearize(sim, targets="knee_.*", outputs=["positions", "velocities", "imu trunk"], perturbation=1e-3)
    assert linear.input_names == [f"target of joint knee_{leg}" for leg in ("fl", "fr", "rl", "rr")]
    assert linear.output_names[0] == "position of " + robot.joint_names[0]
    assert linear.output_names[-6:] == [f"{what} {axis} of trunk" for what in ("specific force", "angular rate") for axis in "xyz"]
    assert linear.B.shape == (len(linear.state_names), 4) and linear.C.shape == (len(linear.output_names), len(linear.state_names))
    assert not linear.kinks
    state, ends = sim.state, []
    targets = sim.joint_forces(robot)["target"].copy()
    knee, sizes = robot.joint_names.index("knee_fr"), (1e-3, -1e-3)
    for size in sizes:
        sim.set_targets(robot, targets + size * (np.arange(len(targets)) == knee))
        sim.run(0.002)
        ends.append(linear.deviation_from_end(sim))
        sim.restore(state)
    column = (ends[0] - ends[1]) / (sizes[0] - sizes[1])
    assert column == pytest.approx(linear.B[:, 1], abs=1e-3 * np.abs(column).max())  # the run iterates to its own accuracy
    joints = linear.C[: len(robot.joint_names), : linear.num_speeds]
    names = linear.state_names[: linear.num_speeds]
    for i, joint in enumerate(robot.joint_names):
        assert joints[i] == pytest.approx(np.equal(names, joint).astype(float), abs=1e-6)


def test_steps_of_changing_length_have_no_linearization():
    """The error says which simulation has one, and so does that of an output that does not exist."""
    world, robot = make_quadruped(on_floor=True)
    with pytest.raises(RuntimeError, match="setFixedStepSize"):
        sd.linearize(sd.Simulation(world))
    with pytest.raises(ValueError, match="Simulation\\(step="):
        sd.linearize(sd.Simulation(world, integrator="runge-kutta-merson"))
    sim = sd.Simulation(world, step=0.002)
    with pytest.raises(ValueError, match="output 'imu' is unknown"):
        sd.linearize(sim, outputs=["imu"])
    with pytest.raises(ValueError, match="link 'tail' is none of trunk"):
        sd.linearize(sim, outputs=["imu tail"])
    with pytest.raises(ValueError, match="joint 'wing' matches none of"):
        sd.linearize(sim, targets="wing")


def test_stiffness_of_contacts_is_that_of_hertz():
    """A ball that rests has the stiffness dF/ddelta = 3 F/(2 delta) of Hertz's law along z. The spin about z is resisted by nothing."""
    world, ball = make_ball(height=-1e-5)
    sim = sd.Simulation(world)
    sim.run(2)
    stiffness, damping = sd.linearize_contacts(sim)
    contact = sim.contacts[0]
    assert contact["force"][2] == pytest.approx(9.81, rel=1e-3)
    assert stiffness.shape == damping.shape == (6, 6)
    assert stiffness[5, 5] == pytest.approx(1.5 * 9.81 / contact["overlap"], rel=1e-3)
    assert damping[5, 5] > 0 and abs(stiffness[2, 2]) < 1e-9 * stiffness[5, 5]

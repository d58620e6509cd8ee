"""Closed forms through Python: laws by name, shapes, layers, soil and sand."""

import numpy as np
import pytest
from conftest import make_ball

import simbodydem as sd


def test_linear_spring_by_name_holds_a_ball_at_its_weight_over_its_stiffness():
    """delta = m g/k. The dashpot of restitution 0.1 leaves nothing after 2 s."""
    world = sd.World(normal=("linear", {"stiffness": 1e5}), tangential="cundall")
    material = sd.Material(friction=0.5, restitution=0.1)
    world.add_ground(material)
    world.add_body(mass=1, shape=sd.Sphere(0.1), material=material, pose=(0, 0, 0.1))
    sim = sd.Simulation(world)
    sim.run(2)
    assert sim.contacts["overlap"] == pytest.approx(9.81 / 1e5, rel=1e-6)
    assert "LinearNormal" in " ".join(world.describe_laws())


def test_restitution_is_the_one_that_is_set():
    """A ball that falls by 0.5 m rebounds to e^2 of it. The accuracy is 1e-6."""
    world, ball = make_ball(height=0.5, restitution=0.7)
    sim = sd.Simulation(world, accuracy=1e-6)
    speeds = []
    for _ in sim.steps(0.5, every=0.001):
        speeds.append(sim.velocity(ball)[1, 2])
    assert max(speeds) == pytest.approx(0.7 * np.sqrt(2 * 9.81 * 0.5), rel=5e-3)


def test_energy_is_kept_by_kind():
    """Kinetic, potential and dissipated energy of a ball that bounces sum to the start. The error is that of the accuracy of 1e-6."""
    world, _ = make_ball(height=0.2, track_energy=True)
    sim = sd.Simulation(world, accuracy=1e-6)
    start = sim.energy.total
    sim.run(0.5)
    energy = sim.energy
    assert energy.total == pytest.approx(start, abs=1e-4)
    assert energy.by_cause.damping > 0.1
    assert energy.dissipated == energy.by_cause.total
    assert np.isnan(sd.Simulation(make_ball()[0]).energy.by_cause.damping)


@pytest.mark.parametrize(
    "ground",
    [
        sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.2),
        sd.Layer(0.01, 1e6, 0.3, friction=0.5, restitution=0.2),
        sd.Soil.sandy_loam(),
        sd.Sand.dry_sand(),
    ],
    ids=["material", "layer", "soil", "sand"],
)
def test_every_ground_bears_a_ball(ground):
    """A ball of 1 kg comes to rest on each kind of ground, which exerts its weight."""
    world = sd.World()
    world.add_ground(ground)
    world.add_body(
        mass=1,
        shape=sd.Sphere(0.1),
        material=sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.2),
        pose=(0, 0, 0.1),
    )
    sim = sd.Simulation(world)
    sim.run(2)
    assert sim.contacts["force"][:, 2].sum() == pytest.approx(9.81, rel=5e-3)


def test_pendulum_on_a_pin_has_its_period():
    """A bob of 0.5 m on a pin swings with T = 2 pi sqrt(I/(m g l)) at a small amplitude, 0.01 rad; a quarter of T takes it through 0."""
    world = sd.World()
    bob = world.add_body(mass=1, inertia=(1e-3, 1e-3, 1e-3), com=(0, 0, -0.5), joint="pin", axis=(0, 1, 0))
    sim = sd.Simulation(world, accuracy=1e-8)
    sim.set_q([0.01])
    period = 2 * np.pi * np.sqrt((1e-3 + 0.25) / (9.81 * 0.5))
    sim.run(period / 4)
    assert sim.q[0] == pytest.approx(0, abs=1e-6)
    assert abs(sim.u[0]) == pytest.approx(0.01 * 2 * np.pi / period, rel=1e-4)
    assert sim.velocity(bob)[0, 1] == pytest.approx(sim.u[0])  # the axis is y


def test_inertia_of_shapes_is_that_of_solids():
    """A capsule without a side is a ball."""
    world = sd.World()
    rubber = sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.2)
    assert sd.world._inertia_of(sd.Capsule(0.1, 1e-9), 1) == pytest.approx(sd.world._inertia_of(sd.Sphere(0.1), 1), rel=1e-6)
    for shape in (sd.Brick((0.1, 0.2, 0.3), 0.01), sd.Cylinder(0.1, 0.2), sd.Ellipsoid((0.1, 0.2, 0.15)), sd.Capsule(0.1, 0.2)):
        world.add_body(mass=1, shape=shape, material=rubber)
    with pytest.raises(ValueError, match="Wheel"):
        world.add_body(mass=1, shape=sd.Wheel(0.3, 0.05), material=rubber)


def test_a_force_on_a_body_accelerates_it_until_it_is_taken_away():
    """v = F t/m with 2 N for 1 s on 4 kg, then a constant speed: rounding. A torque of 0.3 N m turns it by I w = M t."""
    world = sd.World(gravity=(0, 0, 0))
    material = sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=0.5)
    world.add_ground(material, sd.Sphere(0.1), (0, 0, -5))
    body = world.add_body(mass=4, inertia=(0.1, 0.1, 0.1), shape=sd.Sphere(0.1), material=material)
    sim = sd.Simulation(world)
    sim.set_force(body, (2, 0, 0), (0, 0, 0.3))
    copy = sim.clone()
    saved = sd.State.from_bytes(sim.state.to_bytes())
    sim.run(1)
    assert sim.velocity(body)[1] == pytest.approx((0.5, 0, 0), abs=1e-12)
    assert sim.velocity(body)[0] == pytest.approx((0, 0, 3), abs=1e-12)
    for run in (copy, sim):  # the force is part of the State
        run.restore(saved)
        run.run(1)
        assert run.velocity(body)[1, 0] == pytest.approx(0.5, abs=1e-12)
    sim.set_force(body, (0, 0, 0))
    sim.run(1)
    assert sim.velocity(body)[1, 0] == pytest.approx(0.5, abs=1e-12)
    with pytest.raises(ValueError, match=r"force = \(0, nan, 0\); it must be three finite numbers"):
        sim.set_force(body, (0, np.nan, 0))


def test_the_servo_of_a_slider_holds_its_target():
    """At rest kp (target - q) is the weight: q = 0.1 - 1 * 9.81/1000. The motion has died out after 2 s, to 1e-9 of it."""
    world = sd.World()
    hand = world.add_body(mass=1, inertia=(1, 1, 1), joint="slider", axis=(0, 0, 1))
    hand.set_joint(servo=(1000, 60))
    free = world.add_body(mass=1, inertia=(1, 1, 1), joint="pin")
    sim = sd.Simulation(world)
    sim.set_target(hand, 0.1)
    sim.run(2)
    assert sim.q[0] == pytest.approx(0.1 - 9.81e-3, rel=1e-4)
    with pytest.raises(ValueError, match="body = 2 has no servo"):
        sim.set_target(free, 0.1)

"""What tests of the Python package share."""

from pathlib import Path

import pytest

import simbodydem as sd

ROOT = Path(__file__).parents[2]
QUADRUPED = ROOT / "examples" / "robots" / "quadruped.urdf"
RUBBER = dict(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
STAND = {"hip_.*": 0.8, "knee_.*": -1.6}


def make_quadruped(**options):
    """Makes the world of docs/robots.md, and its robot."""
    world = sd.World(gravity=(0, 0, -9.81))
    rubber = sd.Material(**RUBBER)
    world.add_ground(rubber, name="floor")
    options.setdefault("pose", (0, 0, 0.31))
    robot = world.add_robot(QUADRUPED, material=rubber, **{"base": "floating", **options})
    robot.set_servos(".*", kp=100, kd=3)
    robot.set_start(STAND)
    return world, robot


def make_ball(radius=0.1, height=0.1, restitution=0.5, **options):
    """Makes a ball of 1 kg that starts at a height over the ground, and the world."""
    world = sd.World(gravity=(0, 0, -9.81), **options)
    material = sd.Material(E=1e7, nu=0.3, friction=0.5, restitution=restitution)
    world.add_ground(material)
    ball = world.add_body(mass=1, shape=sd.Sphere(radius), material=material, pose=(0, 0, radius + height), name="ball")
    return world, ball


@pytest.fixture
def quadruped():
    return make_quadruped()


@pytest.fixture
def ball():
    return make_ball()

"""Computes the gradient of a bounce's height by start and forces with PyTorch or JAX, whichever is installed."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import simbodydem as sd
from simbodydem.poses import Numbers

BALL = '<mujoco><worldbody><body><joint type="slide" axis="0 0 1"/><geom type="sphere" size="0.1" mass="1"/></body></worldbody></mujoco>'


def make_world() -> sd.World:
    """Makes an elastic ball over a floor, without gravity."""
    world = sd.World(gravity=(0, 0, 0), normal="hertz", tangential="none")
    glass = sd.Material(E=1e8, nu=0.3, friction=0, restitution=1)
    world.add_ground(glass)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "ball.xml")
        file.write_text(BALL)
        world.add_robot(file, material=glass).set_start([1])
    return world


world = make_world()
(robot,) = world.robots


# run begins
def start(p: Numbers) -> sd.Simulation:
    """Returns the simulation at a height p[0] and a speed p[1]."""
    sim = sd.Simulation(world, accuracy=1e-5)
    sim.set_robot_q(robot, p[:1])
    sim.set_robot_u(robot, p[1:])
    return sim


def run(p: Numbers, u: Numbers) -> sd.RunLinearization:
    """Runs 1 s in three intervals, with a force in each of them."""
    return sd.linearize_run(
        start,
        lambda sim, k: sim.robot_q(robot),
        [0.2, 0.7, 1],
        parameters=p,
        start_parameters=2,
        control=lambda sim, k, force: sim.set_torques(robot, force),
        controls=u,
    )
# run ends


def differentiate_with_torch() -> None:
    """Prints the gradient of the square of the distance from 0.5 m."""
    import torch

    # torch begins
    p = torch.tensor([1.0, -2.0], dtype=torch.float64, requires_grad=True)
    u = torch.zeros((3, 1), dtype=torch.float64, requires_grad=True)
    heights = sd.autodiff.torch_function(run)(p, u)  # intervals x outputs
    ((heights[-1] - 0.5) ** 2).sum().backward()
    print("PyTorch:", p.grad, u.grad)
    # torch ends


def differentiate_with_jax() -> None:
    """Prints the same by JAX."""
    import jax

    # jax begins
    jax.config.update("jax_enable_x64", True)
    heights = sd.autodiff.jax_function(run, num_outputs=1)
    gradient = jax.jit(jax.grad(lambda p, u: (heights(p, u)[-1, 0] - 0.5) ** 2, argnums=(0, 1)))
    print("JAX:", *gradient(np.array([1.0, -2.0]), np.zeros((3, 1))))
    # jax ends


if __name__ == "__main__":
    for differentiate in (differentiate_with_torch, differentiate_with_jax):
        try:
            differentiate()
        except ImportError as missing:
            print(missing)

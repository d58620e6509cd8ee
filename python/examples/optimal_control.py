"""Finds the force u(t) that lets a ball push another one to the origin, by L-BFGS and adjoint gradients: optimal_control.py [INTERVALS [MODULUS]].

Two balls of 1 kg and 0.2 m rest at (-2, -2) and (-1, -1), without friction and gravity. The force acts on the first ball for 1 s. The loss is the square
of the second ball's distance from the origin, and 0.1 times the integral of u^2: task 3 of Zhong, Han and Brikis, "Differentiable physics
simulations with contacts: do they have correct gradients w.r.t. position, velocity and control?", 2022, arXiv 2207.05060. For rigid balls the best loss
is 1.396542.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
from scipy.optimize import minimize  # type: ignore[import-untyped, unused-ignore]

import simbodydem as sd
from simbodydem.poses import Numbers

# Two balls with coordinates x, y each
BALL = '<body><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/><geom type="sphere" size="0.2" mass="1"/></body>'
MJCF = f"<mujoco><worldbody>{2 * BALL}</worldbody></mujoco>"
PRICE = 0.1  # of the square of the force [1/N^2]


def make_world(file: Path, modulus: float) -> sd.World:
    """Makes both balls of a material with this effective modulus E* [Pa]."""
    world = sd.World(gravity=(0, 0, 0), normal="hertz", tangential="none")
    glass = sd.Material(E=2 * (1 - 0.3**2) * modulus, nu=0.3, friction=0, restitution=1)
    world.add_robot(file, material=glass).set_start([-2, -2, -1, -1])
    return world


# linearize begins
def linearize(world: sd.World, force: Numbers, accuracy: float = 1e-6) -> sd.RunLinearization:
    """Runs 1 s. The parameters are positions and speeds at the start: x1, y1, x2, y2, and their rates."""
    (robot,) = world.robots

    def start(p: Numbers) -> sd.Simulation:
        sim = sd.Simulation(world, accuracy=accuracy)
        sim.set_robot_q(robot, p[:4])
        sim.set_robot_u(robot, p[4:])
        return sim

    def push(sim: sd.Simulation, interval: int, u: Numbers) -> None:
        sim.set_torques(robot, [*u, 0, 0])

    return sd.linearize_run(
        start,
        lambda sim, interval: sim.robot_q(robot)[2:],
        np.arange(1, len(force) + 1) / len(force),
        parameters=[-2, -2, -1, -1, 0, 0, 0, 0],
        start_parameters=8,
        control=push,
        controls=force,
    )
# linearize ends


def main(intervals: int = 12, modulus: float = 1e8) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "balls.xml")
        file.write_text(MJCF)
        world = make_world(file, modulus)

        run = linearize(world, np.full((intervals, 2), 3.0))
        gradient = run.vjp(2 * run.outputs[-1])
        print("gradient at u = (3, 3) by x1, y1, x2, y2:", np.round(gradient.parameters[:4], 6))
        print("                      and by their speeds:", np.round(gradient.parameters[4:], 6))

        def loss(x: Numbers) -> tuple[float, Numbers]:
            u = x.reshape(intervals, 2)
            run = linearize(world, u)
            end = run.outputs[-1]
            value = end @ end + PRICE * np.sum(u**2) / intervals
            slope = run.vjp(2 * end).controls + 2 * PRICE * u / intervals
            print(f"loss {value:.6f}, the second ball ends at ({end[0]:.4f}, {end[1]:.4f})", flush=True)
            return intervals * value, intervals * slope.ravel()  # multiplied so that a control's derivative has size 1

        best = minimize(loss, np.full(2 * intervals, 3.0), jac=True, method="L-BFGS-B", options={"maxiter": 30, "ftol": 1e-9})
        print(f"best loss {best.fun / intervals:.6f} after {best.nfev} runs with gradients")
        print("force along x [N]:", np.round(best.x.reshape(intervals, 2)[:, 0], 3))


if __name__ == "__main__":
    main(*(kind(value) for kind, value in zip((int, float), sys.argv[1:])))

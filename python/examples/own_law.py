"""Two laws in Python, as in docs/your-own-law.md: a foam mat and a felt sole. A ball bounces lower and lower on the mat."""

import numpy as np

import simbodydem as sd


# foam begins
class Foam(sd.NormalLaw):
    """F = k d (1 + (d/s)^2). Unloading from the deepest overlap follows a fraction of it."""

    def __init__(self, stiffness: float, stiffening_depth: float, loss: float) -> None:
        self.stiffness, self.depth, self.loss = stiffness, stiffening_depth, loss

    def calc_force(self, contact: sd.NormalInput) -> sd.NormalOutput:
        d = contact.overlap
        deepest = max(contact.history[0], d)
        force = self.stiffness * d * (1 + (d / self.depth) ** 2) * (1 - self.loss * (1 - (d / deepest) ** 2))
        stiffness = self.stiffness * (1 + 3 * (d / self.depth) ** 2)
        return sd.NormalOutput(force=force, frictional_load=force, stiffness=stiffness, history=(deepest, 0, 0))
        # foam ends


# felt begins
class Felt(sd.TangentialLaw):
    """F = -k xi, at most mu N."""

    required = ["friction"]

    def __init__(self, stiffness: float) -> None:
        self.stiffness = stiffness

    def bind(self, pair: sd.PairMaterial) -> None:
        self.friction = pair.friction

    def calc_force(self, contact: sd.TangentialInput) -> sd.TangentialOutput:
        xi = contact.displacement + contact.slip_increment
        limit, trial = self.friction * contact.normal.frictional_load, self.stiffness * np.linalg.norm(xi)
        if trial > limit:
            xi *= limit / trial
        return sd.TangentialOutput(
            force=-self.stiffness * xi,
            displacement=xi,
            sliding=trial > limit,
            stored_energy=0.5 * self.stiffness * float(xi @ xi),
        )
        # felt ends


# run begins
world = sd.World(normal=Foam(2e3, 0.02, 0.6), tangential=Felt(1e4))
rubber = sd.Material(friction=0.5)
world.add_ground(rubber)
world.add_body(mass=0.5, shape=sd.Sphere(0.1), material=rubber, pose=(0, 0, 0.5), velocity=(1, 0, 0), name="ball")
sim = sd.Simulation(world, accuracy=1e-5)
# run ends

heights = []
for t in sim.steps(2.0, every=0.01):
    heights.append(sim.q[6])
tops = [b for a, b, c in zip(heights, heights[1:], heights[2:]) if a < b > c]
print("tops of the bounces [m]: " + ", ".join(f"{top:.3f}" for top in tops))

"""Makes, uses and deletes objects of the package in random order: random_lives.py COUNT [SEED].

Arrays outlive their simulations, simulations their worlds, recorders and linearizations the objects that they are of. Each array has, at its
end, the numbers that it had when it was made, or those of its simulation.
"""

import gc
import os
import random
import sys
import tempfile
from pathlib import Path

import numpy as np

import simbodydem as sd

QUADRUPED = Path(__file__).parents[2] / "examples" / "robots" / "quadruped.urdf"
LIMIT = 12  # objects of a kind that live at once


class Spring(sd.NormalLaw):
    """A law that refers to what it makes a circle with."""

    def __init__(self, owner):
        self.owner = owner

    def calc_force(self, contact):
        force = 1e4 * contact.overlap
        return sd.NormalOutput(force=force, frictional_load=force, stiffness=1e4, stored_energy=0.5 * force * contact.overlap)


class Lives:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.folder = folder
        self.files = 0
        self.worlds, self.sims, self.arrays, self.copies, self.others = [], [], [], [], []

    def pick(self, things):
        return self.random.choice(things) if things else None

    def keep(self, things, thing):
        things.append(thing)
        if len(things) > LIMIT:
            del things[self.random.randrange(len(things))]

    # --- what is done

    def make_world(self):
        kind = self.random.randrange(8)
        if kind == 0:
            law = Spring(self.pick(self.worlds))
            world = sd.World(normal=law, tangential="cundall")
            law.world = world
        else:
            world = sd.World(track_energy=kind == 1)
        material = sd.Material(E=1e6, nu=0.3, friction=0.5, restitution=0.5, stiffness_ratio=1)
        world.add_ground(material)
        for i in range(self.random.randrange(1, 4)):
            shape = self.pick([sd.Sphere(0.1), sd.Brick((0.1, 0.1, 0.1), 0.02)])
            world.add_body(mass=1, shape=shape, material=material, pose=(0.5 * i, 0, 0.0999), name=f"body{i}")
        if kind == 3:
            robot = world.add_robot(QUADRUPED, base="floating", material=material, on_floor=True, pose=(0, 3, 1))
            robot.set_servos(".*", 100, 3)
        self.keep(self.worlds, world)

    def make_sim(self):
        world = self.pick(self.worlds)
        if world:
            options = self.pick([dict(step=0.002), dict(accuracy=1e-2), dict(integrator="runge-kutta-merson", accuracy=1e-2)])
            self.keep(self.sims, sd.Simulation(world, **options))

    def clone(self):
        sim = self.pick(self.sims)
        if sim:
            self.keep(self.sims, sim.clone())

    def run(self):
        sim = self.pick(self.sims)
        if sim:
            sim.run(0.002)

    def view(self):
        sim = self.pick(self.sims)
        if sim:
            views = [sim.q, sim.u] + [sim.robot_q(robot) for robot in sim.robots]
            self.keep(self.arrays, self.pick(views))

    def copy(self):
        sim = self.pick(self.sims)
        if sim:
            make = self.pick([lambda: sim.contacts["force"], lambda: sim.udot, lambda: sim.state.q, lambda: sim.state.u])
            array = make()
            self.keep(self.copies, (array, array.copy()))

    def state(self):
        sim = self.pick(self.sims)
        if sim:
            state = sim.state
            self.keep(self.copies, (state.q, state.q.copy()))
            sim.restore(state if self.random.random() < 0.5 else sd.State.from_bytes(state.to_bytes()))

    def set(self):
        sim = self.pick(self.sims)
        if sim:
            q = sim.q.copy()
            q[6] += 1e-5
            sim.set_q(q, keep_contacts=self.random.random() < 0.5)

    def reset(self):
        sim = self.pick(self.sims)
        if sim:
            sim.reset()

    def record(self):
        sim = self.pick(self.sims)
        if sim:
            self.files += 1
            recorder = sd.GroundReactionRecorder(sim, {"all": list(range(1, len(sim.world.surface_names)))}, every=0.001)
            recorder.write(os.path.join(self.folder, f"{self.files % 50}-{self.files}.csv"))
            if self.random.random() < 0.7:
                self.keep(self.others, recorder)

    def linearize(self):
        sim = self.pick(self.sims)
        if sim and not sim.robots:  # those of robots take long
            try:
                linear = sd.linearize(sim)
                self.keep(self.others, linear)
                self.keep(self.copies, (linear.A, linear.A.copy()))
            except (ValueError, RuntimeError):
                pass  # not of fixed steps

    def rollout(self):
        sim = self.pick(self.sims)
        if sim:
            states, forces = sd.rollout(sim, sim.state, periods=2, every=0.002, threads=1)
            self.keep(self.copies, (states, states.copy()))
            self.keep(self.copies, (forces, forces.copy()))

    def use(self):
        for array, numbers in self.copies[-3:]:
            assert array.tobytes() == numbers.tobytes()
        array = self.pick(self.arrays)
        if array is not None:
            assert np.isfinite(array).all() and not array.flags.writeable
        other = self.pick(self.others)
        if isinstance(other, sd.GroundReactionRecorder):
            other.close()
        elif other is not None:
            assert np.isfinite(other.A).all() and isinstance(other.kinks, list)

    def delete(self):
        things = self.pick([self.worlds, self.sims, self.arrays, self.copies, self.others])
        if things:
            del things[self.random.randrange(len(things))]

    def collect(self):
        gc.collect(self.random.randrange(3))

    def exchange(self):
        """Puts an object into a circle that only the collector finds."""
        sim = self.pick(self.sims)
        if sim:
            circle = [sim, sim.q]
            circle.append(circle)


def main(count, seed=1):
    weights = {
        "make_world": 2, "make_sim": 6, "clone": 3, "run": 10, "view": 15, "copy": 10, "state": 4, "set": 3, "reset": 2, "record": 2,
        "linearize": 1, "rollout": 1, "use": 15, "delete": 25, "collect": 1, "exchange": 3,
    }  # fmt: skip
    names, chances = list(weights), list(weights.values())
    with tempfile.TemporaryDirectory() as folder:
        lives = Lives(seed, folder)
        for i in range(count):
            name = lives.random.choices(names, chances)[0]
            try:
                getattr(lives, name)()
            except Exception as error:
                if "the time of the row before" in str(error):  # a simulation with a recorder began again
                    continue
                raise RuntimeError(f"step {i} of seed {seed}, {name}()") from error
            if i % 2000 == 0:
                for file in os.scandir(folder):
                    if lives.random.random() < 0.5:
                        os.unlink(file)
        del lives
        gc.collect()
    print(f"{count} random uses and deletions, seed {seed}: passed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

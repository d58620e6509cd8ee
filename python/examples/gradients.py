"""Derivatives of the height of an elastic bounce with respect to height and speed at the start."""

import simbodydem as sd
from simbodydem.poses import Numbers


# bounce begins
def height_after(p: Numbers, run: sd.SensitivityRun) -> float:
    """Returns the height after 1 s. The ball starts at height p[0] with speed p[1], without gravity."""
    glass = sd.Material(E=1e8, nu=0.3, friction=0, restitution=1)
    world = sd.World(gravity=(0, 0, 0), normal="hertz", tangential="none")
    world.add_ground(glass)
    ball = world.add_body(mass=1, shape=sd.Sphere(0.1), material=glass, pose=(0, 0, p[0]), velocity=(0, 0, p[1]))
    sim = sd.Simulation(world, accuracy=1e-5)
    run.follow(sim)  # before the first step
    sim.run(1)
    return float(sim.pose(ball)[2, 3])


found = sd.sensitivity(height_after, [1, -2])
print(found.jacobian, "+-", found.error)
# bounce ends


# intervals begins
def thrown(p: Numbers) -> sd.Simulation:
    """Returns a simulation at its start, with the same parameters."""
    glass = sd.Material(E=1e8, nu=0.3, friction=0, restitution=1)
    world = sd.World(gravity=(0, 0, 0), normal="hertz", tangential="none")
    world.add_ground(glass)
    world.add_body(mass=1, shape=sd.Sphere(0.1), material=glass, pose=(0, 0, p[0]), velocity=(0, 0, p[1]))
    return sd.Simulation(world, accuracy=1e-5)


# The height at the ends of five intervals, all derivatives of it, and the gradient of half of its square at the end.
path = sd.linearize_run(thrown, lambda sim, interval: sim.q[-1:], [0.2, 0.4, 0.6, 0.8, 1], parameters=[1, -2], start_parameters=2)
print(path.jacobian())
print(path.vjp(path.outputs[-1]).parameters)
# intervals ends

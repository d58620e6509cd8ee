"""A leg lands in gravel, as in docs/grains.md. It prints what the gravel bears, and writes grain_foot.html in the present folder.

It needs the program simbodydem-grains, which `./run grains ExampleGrainFoot` builds, or the installation. The environment variable
SIMBODYDEM_GRAINS_SERVER names it.
"""

# model begins
import simbodydem as sd

world = sd.World(gravity=(0, 0, -9.81))  # of the grains, too
stone = sd.Material(E=5e6, nu=0.25, restitution=0.3, friction=0.6)
bed = world.add_grains(low=(-0.045, -0.03, 0), high=(0.045, 0.03, 0.3), material=stone, interval=8)
bed.fill(radius=(0.003, 0.004), count=500, seed=1)  # or up_to=0.05, a height [m]
trunk = world.add_body(mass=0.3, inertia=(1e-4, 1e-4, 1e-4), joint="slider", axis=(0, 0, 1), name="trunk")
foot = world.add_body(
    mass=0.05,  # [kg]
    joint="pin",
    axis=(0, 1, 0),
    parent=trunk,
    pose=(0, 0, -0.1),  # of the ankle on the trunk [m]
    on_body=(0, 0, 0.006),  # and on the foot
    shape=sd.Brick((0.02, 0.015, 0.006), rounding=0.002),
    material=stone,
    name="foot",
)
foot.set_joint(servo=(0.5, 0.005))  # N m/rad, N m s/rad
bed.add_surfaces(foot)
# model ends

# run begins
sim = sd.Simulation(world)  # the grains fall into the box and come to rest
sim.set_pose(trunk, (0, 0, sim.grains.measure().highest + 0.1 + 0.012 + 0.005))  # 5 mm above all grains
for t in sim.steps(0.3, every=0.02):
    (wrench,) = sim.grains.wrenches
    print(f"{t:.2f} s: foot at {1000 * sim.pose(foot)[2, 3]:.1f} mm, load {wrench['force'][2]:.2f} N, {wrench['contacts']} contacts")
sim.replay("grain_foot.html")
# run ends

"""A foot is dropped on the floor and comes to rest, as in docs/first-model.md. It writes grf.mot and foot.html in the present folder."""

# model begins
import simbodydem as sd

world = sd.World(gravity=(0, -9.81, 0))  # [m/s^2], y is up
rubber = sd.Material(E=1e7, nu=0.4, restitution=0.2, friction=0.8)
world.add_ground(rubber, name="floor")
half = (0.12, 0.03, 0.05)  # half of the foot's length, height and width [m]
foot = world.add_body(
    mass=2,  # [kg]
    shape=sd.Brick(half, rounding=0.01),  # [m]; the inertia is that of the brick
    material=rubber,
    pose=sd.pose((0, 0.1, 0), axis=(0, 0, 1), angle=0.1),  # toes up by 0.1 rad
    velocity=(0.3, 0, 0),  # [m/s], forwards
    name="sole_r",
)
# model ends

# run begins
sim = sd.Simulation(world, integrator="runge-kutta-merson", accuracy=1e-4, maximum_step=0.01)
recorder = sd.GroundReactionRecorder(sim, {"r": foot}, every=0.01)  # a row every 10 ms
recorder.write("grf.mot")
sim.step_to(2)
sim.replay("foot.html")
# run ends

# result begins
for contact in sim.contacts:
    print(f"at {contact['point']} m: {contact['normal_force'][1]:.6g} N, overlap {contact['overlap']:.6g} m")
print(f"total {sim.contacts['normal_force'][:, 1].sum():.6g} N")
# result ends

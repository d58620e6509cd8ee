import math

import opensim
import simbodydem_opensim as dem

model = opensim.Model()
ball = opensim.Body("ball", 2.0, opensim.Vec3(0), opensim.Inertia(0.008, 0.008, 0.008))  # kg, kg m^2
model.addBody(ball)
joint = opensim.FreeJoint("joint", model.getGround(), ball)
model.addJoint(joint)
joint.updCoordinate(opensim.FreeJoint.Coord_TranslationY).setDefaultValue(0.5)  # m
model.addContactGeometry(opensim.ContactSphere(0.1, opensim.Vec3(0), ball, "sphere"))
down = opensim.Vec3(0, 0, -math.pi / 2)  # a ContactHalfSpace fills the side of its +x
model.addContactGeometry(opensim.ContactHalfSpace(opensim.Vec3(0), down, model.getGround(), "floor"))

rubber = dem.Material(youngs_modulus=2e6, poissons_ratio=0.3, restitution=0.3, static_friction=0.8)
dem.add_dem_contact(model, "contact", [dem.Surface("ball", "sphere", rubber), dem.Surface("floor", "floor", rubber)])
dem.add_ground_reaction(model, "contact", "ball_grf")  # writes ball_grf.mot

result = dem.run(model, model.initSystem(), 2.0)  # Ctrl-C ends it early, and result.state can be run on
print(f"{result.steps} steps, ground reaction {dem.ground_reaction(model, result.state, 'ball')[1]:.2f} N")
print(dem.contact_records(model, result.state)[["surface_a", "surface_b", "overlap", "is_sliding"]])

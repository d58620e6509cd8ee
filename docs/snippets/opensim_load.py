import opensim
import simbodydem_opensim as dem

model = opensim.Model("foot.osim")
result = dem.run(model, model.initSystem(), 0.5, integrator="ContactIntegrator", accuracy=1e-3)
print(dem.ground_reaction(model, result.state, "foot_r"))

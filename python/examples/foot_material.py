# %% [markdown]
# # Ground reactions in, foot material out
#
# A heel fell on a force plate. Its record, `heel_drop.csv`, has the vertical force at each half millisecond. Which modulus and which
# restitution does the sole have? The record is synthetic, so the truth is known: 3 MPa and 0.45, with noise of 2 N.

# %%
from pathlib import Path
from typing import Any

import numpy as np

import simbodydem as sd
from simbodydem import calibrate

folder = Path(__file__).parent if "__file__" in globals() else Path.cwd()
record = str(folder / "heel_drop.csv")

# %% [markdown]
# The model is a sphere of 3 kg that lands at 0.4 m/s. It gets the values of the parameters by name, and returns the force at the times of
# the record.

# %%
plate = calibrate.read_columns(record)  # time [s], force [N]
times = plate["time"]


# model begins
def heel(values: dict[str, float]) -> np.ndarray[Any, Any]:
    """Returns the vertical force of a heel of 3 kg that lands at 0.4 m/s [N]."""
    world = sd.World(gravity=(0, 0, -9.81))
    sole = sd.Material(E=values["E"], nu=0.45, friction=0.8, restitution=values["restitution"])
    world.add_ground(sole)
    world.add_body(mass=3, shape=sd.Sphere(0.025), material=sole, pose=(0, 0, 0.025), velocity=(0, 0, -0.4))
    sim = sd.Simulation(world, accuracy=1e-5)
    force = []
    for t in times:
        sim.step_to(t)
        force.append(sim.contacts["force"][:, 2].sum())
    return np.array(force)
# model ends

# %% [markdown]
# The fit starts from 1 MPa, and once more from anywhere between the bounds. Both starts are trials, which run at once.

# %%
# fit begins
fit = calibrate.fit(
    heel,
    [calibrate.Parameter("E", 1e6, 5e5, 2e7, log=True, unit="Pa"), calibrate.Parameter("restitution", 0.8, 0.05, 0.95)],
    calibrate.Observation("force", plate["force"], times, unit="N", abscissa="time", abscissa_unit="s"),
    starts=2,
)
print(fit)
# fit ends

# %% [markdown]
# The restitution of the material pair is what the fit finds, with its standard error. The modulus is that of both surfaces, since sole and
# plate have one material in this model.

"""Adds contact forces with memory to the OpenSim that pip installs.

    import opensim, simbodydem_opensim as dem

    model = opensim.Model("foot.osim")
    state = model.initSystem()
    result = dem.run(model, state, 1.0)
    print(dem.contact_records(model, result.state))

The import loads the component into OpenSim, once. From then on ``opensim.Model`` reads .osim files with DEMContactForce, DEMSurface,
DEMElasticLayer, DEMSand, DEMSoil and DEMGroundReactionAnalysis. Lengths are in m, masses in kg, times in s, forces in N, and vectors in Ground.
"""

from ._component import COMPONENT, load
from .records import CONTACT_DTYPE, contact_records, ground_reaction, surface_names
from .runs import INTEGRATORS, Run, run
from .surfaces import (
    ElasticLayer,
    Material,
    Sand,
    Soil,
    Surface,
    add_dem_contact,
    add_ground_reaction,
)

__all__ = [
    "COMPONENT",
    "CONTACT_DTYPE",
    "INTEGRATORS",
    "ElasticLayer",
    "Material",
    "Run",
    "Sand",
    "Soil",
    "Surface",
    "add_dem_contact",
    "add_ground_reaction",
    "contact_records",
    "ground_reaction",
    "run",
    "surface_names",
]

load()

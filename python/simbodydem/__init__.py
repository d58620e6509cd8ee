"""Contact mechanics with memory for Simbody: robots, contacts and rollouts. All units are SI."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import autodiff
from ._core import (
    HAS_GRAINS,
    HAS_ROBOTS,
    Brick,
    Capsule,
    ContactAdvice,
    ConvexHull,
    Cylinder,
    DissipatedEnergy,
    Ellipsoid,
    Energy,
    HalfSpace,
    Mesh,
    NormalInput,
    NormalOutput,
    PairMaterial,
    RollingInput,
    RollingOutput,
    Sand,
    Shape,
    Soil,
    Sphere,
    TangentialInput,
    TangentialOutput,
    Terrain,
    Wheel,
)
from .advice import advise
from .descriptions import Description, load_description
from .grains import GrainBed, GrainBedMeasures, Grains, GrainSeries
from .laws import NormalLaw, RollingLaw, TangentialLaw, list_laws
from .linearization import ContactLinearization, StepLinearization, linearize, linearize_contacts
from .poses import pose
from .recorders import GroundReactionRecorder
from .rollouts import rollout
from .sensitivity import Gradient, RunLinearization, Sensitivity, SensitivityRun, linearize_run, sensitivity
from .simulation import Simulation, State
from .surfaces import Layer, Material
from .view import View
from .warning import SimbodyDEMWarning
from .world import Body, Robot, World

if TYPE_CHECKING:
    from . import gym

_extras = ("gym",)  # modules that need other packages, imported at their first use

__version__ = "0.1.0"
__all__ = [
    "HAS_GRAINS",
    "HAS_ROBOTS",
    "Body",
    "Brick",
    "Capsule",
    "ContactAdvice",
    "ContactLinearization",
    "ConvexHull",
    "Cylinder",
    "Description",
    "DissipatedEnergy",
    "Ellipsoid",
    "Energy",
    "Gradient",
    "GrainBed",
    "GrainBedMeasures",
    "GrainSeries",
    "Grains",
    "GroundReactionRecorder",
    "HalfSpace",
    "Layer",
    "Material",
    "Mesh",
    "NormalInput",
    "NormalLaw",
    "NormalOutput",
    "PairMaterial",
    "Robot",
    "RollingInput",
    "RollingLaw",
    "RollingOutput",
    "RunLinearization",
    "Sand",
    "Sensitivity",
    "SensitivityRun",
    "Shape",
    "SimbodyDEMWarning",
    "Simulation",
    "Soil",
    "Sphere",
    "State",
    "StepLinearization",
    "TangentialInput",
    "TangentialLaw",
    "TangentialOutput",
    "Terrain",
    "View",
    "Wheel",
    "World",
    "advise",
    "autodiff",
    "gym",
    "linearize",
    "linearize_contacts",
    "linearize_run",
    "list_laws",
    "load_description",
    "pose",
    "rollout",
    "sensitivity",
]


def __getattr__(name: str) -> Any:
    if name in _extras:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

"""Contact mechanics with memory for Simbody: robots, contacts and rollouts. All units are SI."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._core import (
    HAS_ROBOTS,
    Brick,
    Capsule,
    ConvexHull,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Mesh,
    Sand,
    Shape,
    Soil,
    Sphere,
    Terrain,
    Wheel,
)
from .descriptions import Description, load_description
from .poses import pose
from .rollouts import rollout
from .simulation import Energy, Simulation, State
from .surfaces import Layer, Material, list_laws
from .view import View
from .warning import SimbodyDEMWarning
from .world import Body, Robot, World

if TYPE_CHECKING:
    from . import gym

_extras = ("gym",)  # modules that need other packages, imported at their first use

__version__ = "0.1.0"
__all__ = [
    "HAS_ROBOTS",
    "Body",
    "Brick",
    "Capsule",
    "ConvexHull",
    "Cylinder",
    "Description",
    "Ellipsoid",
    "Energy",
    "HalfSpace",
    "Layer",
    "Material",
    "Mesh",
    "Robot",
    "Sand",
    "Shape",
    "SimbodyDEMWarning",
    "Simulation",
    "Soil",
    "Sphere",
    "State",
    "Terrain",
    "View",
    "Wheel",
    "World",
    "gym",
    "list_laws",
    "load_description",
    "pose",
    "rollout",
]


def __getattr__(name: str) -> Any:
    if name in _extras:
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")

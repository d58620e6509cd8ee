"""Robots of the package robot_descriptions."""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Description:
    """A file of a robot and the folders of its packages. World.add_robot() takes it in the place of a file."""

    name: str
    file: str
    packages: tuple[str, ...]

    def __fspath__(self) -> str:
        return self.file


def load_description(name: str) -> Description:
    """Finds a robot of robot_descriptions, "go2_description" or "go2_mj_description", and fetches its files if they are not in the cache.

    The cache is in ~/.cache/robot_descriptions, or where ROBOT_DESCRIPTIONS_CACHE says. A robot of which there is only a xacro file is an
    error: xacro has to make a URDF file of it first.
    """
    try:
        importlib.import_module("robot_descriptions")
    except ImportError:
        raise ImportError(
            "load_description() needs robot_descriptions: pip install simbodydem[robots] installs it"
        ) from None
    try:
        module = importlib.import_module(f"robot_descriptions.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"robot_descriptions.{name}":
            raise
        raise ValueError(f"name = '{name}' is unknown to robot_descriptions, whose names are like 'go2_description'") from None
    paths = {kind: getattr(module, kind, None) for kind in ("URDF_PATH", "MJCF_PATH")}
    file = next((path for path in paths.values() if path is not None), None)
    if file is None:
        raise ValueError(f"'{name}' of robot_descriptions has neither URDF_PATH nor MJCF_PATH; it may be a xacro file")
    folders = [getattr(module, kind, None) for kind in ("PACKAGE_PATH", "REPOSITORY_PATH")]
    # "package://NAME/FILE" is in a folder called NAME: a package itself, or a folder that has packages.
    packages = [place for folder in folders if folder for place in (os.path.dirname(folder), folder)]
    return Description(name, os.fspath(file), tuple(dict.fromkeys(packages)))

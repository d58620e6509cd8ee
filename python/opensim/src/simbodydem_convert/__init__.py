# SPDX-License-Identifier: Apache-2.0
"""Converts the contact forces of an OpenSim model into DEMContactForces of SimbodyDEM. It does not need OpenSim.

>>> from simbodydem_convert import Options, convert
>>> report = convert("model.osim", Options(merge={"foot_r": ["heel_r", "front_r"]}))  # doctest: +SKIP
>>> print(report)  # doctest: +SKIP
"""

from .conversion import convert
from .errors import ConversionError, NothingToConvert
from .files import write
from .options import Options
from .report import ForceReport, Report

__all__ = ["ConversionError", "ForceReport", "NothingToConvert", "Options", "Report", "convert", "write"]

# SPDX-License-Identifier: Apache-2.0
"""Reads the command line of the converter."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence

from .conversion import convert
from .errors import ConversionError, NothingToConvert
from .files import check_output, write
from .options import Options

_DESCRIPTION = """\
Replaces the contact forces of an OpenSim model by DEMContactForces, whose friction has a memory and does not creep. It needs no
OpenSim. The rest of the file stays as it is, byte for byte. If FILE is in another folder, the relative names of contact meshes are
changed, so that they are found from there.

HuntCrossleyForce and SmoothSphereHalfSpaceForce become points with the law of Hunt and Crossley and Mindlin's friction,
ElasticFoundationForce becomes elastic layers. ExponentialContactForce and MeyerFregly2016Force stay as they are, and the report
has the reason. The report has for each force and pair what changed and what did not."""

_EXIT_CODES = """\
exit codes:
  0  the model was converted; forces that stay as they are have their reason in the report
  1  there is nothing to convert; no file was written
  2  an option, a file or a value of the model is wrong; no file was written"""


def parse_merge(text: str) -> tuple[str, list[str]]:
    """Reads an argument like foot_r=heel_r,front_r."""
    new, equals, old = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"it is '{text}'; it must be like foot_r=heel_r,front_r")
    return new.strip(), [name.strip() for name in old.split(",")]


def join_merges(merges: Sequence[tuple[str, list[str]]]) -> dict[str, list[str]]:
    """Returns the arguments --merge of a command line, by the name of the new force."""
    joined: dict[str, list[str]] = {}
    for new, old in merges:
        if new in joined:
            raise ConversionError(f"--merge {new} is there twice; name all its forces in one")
        joined[new] = old
    return joined


def escape_output() -> None:
    """Lets characters that the terminal or file cannot show be written as escapes, instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m simbodydem_convert",
        description=_DESCRIPTION,
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("model", help="an .osim file of OpenSim 4; update older ones with OpenSim first")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the .osim file to write, in a folder that exists")
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it exists")
    parser.add_argument(
        "--merge",
        action="append",
        default=[],
        type=parse_merge,
        metavar="NEW=OLD,OLD",
        help="make one force of several, such as foot_r=heel_r,front_r: one surface of their geometry, and the half spaces second."
        " Can be given for each foot",
    )
    parser.add_argument(
        "--poisson",
        type=float,
        default=0.3,
        metavar="NU",
        help="Poisson's ratio [-], in (-1, 0.5], for the spring of friction; below 0.5 for layers (default: %(default)s)",
    )
    parser.add_argument(
        "--speed",
        type=float,
        default=0.1,
        metavar="V",
        help="impact speed [m/s], >= 0; the new restitution is 1 - c V, or 0.1 if that is less. It damps the spring of friction"
        " (default: %(default)s)",
    )
    parser.add_argument(
        "--match-load",
        type=float,
        metavar="N",
        help="choose the stiffness of a converted SmoothSphereHalfSpaceForce such that it has the depth of the old force at the"
        " load N [N] on each sphere. Without it the stiffness stays, and the depths differ",
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Converts the model of the command line. Returns the exit code."""
    escape_output()
    given = _parser().parse_args(arguments)
    try:
        options = Options(given.poisson, given.speed, given.match_load, join_merges(given.merge)).checked()
        check_output(given.output, given.force)
        report = convert(given.model, options)
        write(report, given.output, given.force)
    except NothingToConvert as nothing:
        print(nothing, file=sys.stderr)
        return 1
    except ConversionError as error:
        print(error, file=sys.stderr)
        return 2
    print(report)
    return 0

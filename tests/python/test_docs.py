"""Docstrings: they are the comments of the headers."""

import pydoc
import re

import pytest
from conftest import ROOT

import simbodydem as sd

HEADERS = ROOT / "include" / "simbodydem"


def sentence_of(start):
    """Returns the sentence of a header that begins so, as one line."""
    texts = (" ".join(header.read_text().split()) for header in sorted(HEADERS.rglob("*.h")))
    found = (re.search(re.escape(start) + r"[^.]*\.(?= )", text) for text in texts)
    return next(match.group(0) for match in found if match)


@pytest.mark.parametrize(
    "what, start",
    [
        (sd.Material, "You need to set only"),
        (sd.Material, "Describes the material"),
        (sd.Layer, "A surface without one"),
        (sd.Soil, "Wheels and feet sink in"),
        (sd.Mesh, "Coplanar triangles act"),
        (sd.NormalLaw, "Computes the force along"),
        (sd.NormalLaw.calc_force, "It must be a pure"),
        (sd.GroundReactionRecorder, "The forces of steps"),
        (sd.GroundReactionRecorder.write, "Starts a file of ground"),
        (sd.linearize, "Each column is a central"),
        (sd.StepLinearization.kinks, "There a force has a kink"),
        (sd.DissipatedEnergy, "The causes come"),
    ],
    ids=lambda value: value if isinstance(value, str) else getattr(value, "__name__", ""),
)
def test_help_has_the_sentence_of_the_header(what, start):
    """help() shows a sentence as it stands in the header."""
    shown = re.sub(r"\s+(\|\s+)?", " ", pydoc.plain(pydoc.render_doc(what)))
    assert sentence_of(start) in shown


def test_values_of_a_material_have_their_ranges():
    """The keywords of Material() have the text of the members, with unit and range. Members of inputs of laws have theirs."""
    assert "nu: nu [-], in (-1, 0.5]" in sd.Material.__doc__
    assert sd.NormalInput.overlap_rate.__doc__ == "[m/s], > 0 approaching"
    assert sd.TangentialOutput.limit_length.__doc__ == "mu N/kt, the Coulomb limit as a length of the spring [m]"


def test_docstrings_are_of_python():
    """They have no code of C++, and functions and exceptions have the names of Python."""
    for what in (sd.Soil, sd.Soil.with_damping, sd.GroundReactionRecorder.write, sd.Layer, sd.Mesh, sd.linearize):
        text = what.__doc__
        assert "@" not in text and ";\n" not in text and "std::" not in text
    assert "Raises ValueError" in sd.GroundReactionRecorder.write.__doc__
    assert "would load the\njoint between" in sd.GroundReactionRecorder.write_external_loads.__doc__


def test_everything_public_has_a_docstring():
    """Each class and function of the package, and each of their public methods."""
    for name in sd.__all__:
        what = getattr(sd, name)
        if not callable(what):
            continue
        assert what.__doc__, name
        for member, value in vars(what).items() if isinstance(what, type) else ():
            is_public = not member.startswith("_") and (callable(value) or isinstance(value, property))
            assert not is_public or value.__doc__, f"{name}.{member}"

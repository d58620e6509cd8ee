"""Plots as SVG."""

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest

from simbodydem._plots import Series, draw


def labels(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_linear_axes_have_round_ticks_around_the_data():
    """An axis from 0.13 to 0.87 has ticks at tenths or fifths, of which the first and last enclose the data."""
    svg = draw("t", "x [m]", "y [N]", [Series("one", "#000", "line points", [(0.13, 0), (0.87, 30)])])
    for tick in ("0.2", "0.4", "0.6", "0.8", "0", "10", "20", "30"):
        assert tick in labels(svg)


@pytest.mark.parametrize(("ends", "ticks"), [((0.1, 10), ["0.1", "1", "10"]), ((1e-3, 1e3), ["0.001", "1", "1e+03"]), ((2, 5), ["2", "3", "4", "5"])])
def test_logarithmic_axes_have_ticks_within_the_data(ends, ticks):
    """Ticks are powers of ten, with multiples of them where there are few."""
    found = labels(draw("t", "x", "y", [Series("one", "#000", "line", [(ends[0], 1), (ends[1], 2)])], x_is_log=True))
    assert all(tick in found for tick in ticks)


def test_points_without_a_place_are_left_out():
    """NaN, infinite numbers, and numbers that are not positive on a logarithmic axis are left out. Data of one value have an axis around it."""
    points = [(1, 1), (math.nan, 1), (2, math.inf), (-1, 1), (3, 1)]
    svg = draw("a < b & c", "x", "y", [Series("<label>", "#000", "line", points)], x_is_log=True)
    path = re.findall(r'd="(M[^"]*L[^"]*)"', svg)
    assert len(path) == 1 and path[0].count("L") == 1
    assert "a < b & c" in labels(svg) and "<label>" in labels(svg)
    assert draw("t", "x", "y", []).startswith("<svg")

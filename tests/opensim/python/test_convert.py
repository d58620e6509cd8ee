# SPDX-License-Identifier: Apache-2.0
"""Tests the converter of OpenSim's contact forces. Tests of forces compare with OpenSim itself if Python has it."""

from __future__ import annotations

import gzip
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

HERE = Path(__file__).resolve().parent
FILES = HERE.parent / "files"

from simbodydem_convert import ConversionError, NothingToConvert, Options, Report, convert, write
from simbodydem_convert.laws import SmoothSphere, exponential_force, hertz_force, meyer_fregly_force

FEET, SMOOTH, POINTS, MESHES = (FILES / f"{name}.osim" for name in ("feet_hunt_crossley", "feet_smooth_spheres", "points", "meshes"))


def tree_of(report: Report) -> etree._Element:
    return etree.fromstring(report.content, etree.XMLParser(recover=True))


def force_of(report: Report, name: str) -> etree._Element:
    (force,) = (of for of in tree_of(report).iter("DEMContactForce") if of.get("name") == name)
    return force


def surfaces_of(force: etree._Element) -> list[dict[str, str]]:
    """Returns the texts of the leaves of each surface, and its name."""
    return [
        {"name": surface.get("name", "")} | {str(of.tag): (of.text or "").strip() for of in surface.iter(etree.Element) if not len(of)}
        for surface in force.iter("DEMSurface")
    ]


def value(surface: dict[str, str], tag: str) -> float:
    return float(surface[tag])


def changed(path: Path, folder: Path, *changes: tuple[str, str]) -> Path:
    """Writes a changed copy of a model."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    copy = folder / path.name
    copy.write_text(text, encoding="utf-8")
    return copy


def run(*arguments: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the converter as a program."""
    environment = dict(os.environ)
    command = [sys.executable, "-m", "simbodydem_convert", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


# --- numbers -----------------------------------------------------------------------------------------------------------------------


def test_hunt_crossley_values() -> None:
    """Each geometry becomes a surface of the material that two equal surfaces need for the old elastic force.

    The numbers are E'(1 - nu^2)/sqrt(2) to the last digit, as the earlier converter in C++ wrote them.
    """
    force = force_of(convert(FEET), "foot")
    assert force.findtext("normal_law") == "hunt-crossley"
    assert force.findtext("tangential_law") == "mindlin-secant"
    heel, floor, toe = surfaces_of(force)
    assert heel == {
        "name": "heel",
        "socket_geometry": "/contactgeometryset/heel",
        "youngs_modulus": "643467.1708797583",
        "poissons_ratio": "0.3",
        "static_friction": "0.8",
        "kinetic_friction": "0.4",
        "dissipation": "2",
        "restitution": "0.8",
    }
    assert floor["youngs_modulus"] == "6434671.708797583"
    assert floor["restitution"] == "1"
    assert floor["dissipation"] == "0"
    assert toe == heel | {"name": "toe", "socket_geometry": "/contactgeometryset/toe"}


def test_half_space_on_ground_is_second() -> None:
    """OpenSim's createExternalLoadsTableForGait() reads record values 6 to 11 as those of the half space."""
    assert [surface["name"] for surface in surfaces_of(force_of(convert(FEET), "foot"))] == ["heel", "floor", "toe"]
    assert [surface["name"] for surface in surfaces_of(force_of(convert(MESHES), "f"))] == ["sole", "floor"]


@pytest.mark.parametrize("frame", ["ground", "/ground", "../../ground", "/jointset/mtp/slope"])
def test_half_space_on_a_frame_of_ground_is_second(frame: str, tmp_path: Path) -> None:
    """A frame is on Ground by its path, or through offset frames."""
    model = changed(
        FEET,
        tmp_path,
        ("<ContactHalfSpace name=\"floor\"><socket_frame>/ground<", f"<ContactHalfSpace name=\"floor\"><socket_frame>{frame}<"),
        ("<BushingForce", '<PhysicalOffsetFrame name="slope"><socket_parent>/ground</socket_parent></PhysicalOffsetFrame><BushingForce'),
    )
    assert [surface["name"] for surface in surfaces_of(force_of(convert(model), "foot"))] == ["heel", "floor", "toe"]


def test_half_space_on_a_body_keeps_its_place(tmp_path: Path) -> None:
    """A half space on a moving body is no ground."""
    floor = '<ContactHalfSpace name="floor"><socket_frame>'
    model = changed(FEET, tmp_path, (floor + "/ground<", floor + "/bodyset/toes_r<"))
    assert [surface["name"] for surface in surfaces_of(force_of(convert(model), "foot"))] == ["floor", "heel", "toe"]


def test_options_change_poissons_ratio_and_restitution() -> None:
    """Poisson's ratio enters the modulus, and the speed the restitution, which is at least 0.1."""
    heel, *_ = surfaces_of(force_of(convert(FEET, Options(poissons_ratio=0.5, impact_speed=0.25)), "foot"))
    assert value(heel, "youngs_modulus") == math.sqrt(0.5) * 1e6 * 0.75
    assert value(heel, "restitution") == 0.5  # 1 - 2 s/m 0.25 m/s
    heel, *_ = surfaces_of(force_of(convert(FEET, Options(impact_speed=3)), "foot"))
    assert value(heel, "restitution") == 0.1


def test_report_of_unequal_pairs() -> None:
    """The report has what the other mixing rules change: (1 + r^(2/3))^(3/2)/(sqrt(2) (1 + r)) = 0.86 for r = 0.1, and friction."""
    text = str(convert(FEET))
    for name in ("heel", "toe"):
        assert f"changed: {name} on floor: 14 % softer" in text
    assert "static friction 0.4 instead of 0.5333, kinetic friction 0.4\n" in text
    assert "kept: heel on toe: elastic force kept" in text
    assert "viscous friction of 0.3 s/m is left out" in text
    assert "transition velocity of 0.2 m/s is left out" in text


@pytest.mark.parametrize(
    ("setting", "applies"),
    [
        ("<appliesForce>true</appliesForce>", "true"),
        ("<appliesForce> false </appliesForce>", "false"),
        ("<isDisabled> true </isDisabled>", "false"),
        ("<isDisabled>false</isDisabled>", "true"),
        ("", "true"),
    ],
)
def test_keeps_off_what_is_off(setting: str, applies: str, tmp_path: Path) -> None:
    """A force that is off stays off, in files of OpenSim 3 and 4."""
    report = convert(changed(FEET, tmp_path, ("<appliesForce>false</appliesForce>", setting)))
    assert force_of(report, "foot").findtext("appliesForce") == applies
    assert ("which is off" in str(report)) == (applies == "false")


# --- SmoothSphereHalfSpaceForce ----------------------------------------------------------------------------------------------------


def test_smooth_sphere_values() -> None:
    """Values that a force lacks are those of <defaults>, as in OpenSim; the default object is no force and stays."""
    report = convert(SMOOTH)
    assert report.num_converted == 2
    heel, floor = surfaces_of(force_of(report, "heel_r"))
    assert heel["socket_geometry"] == "/contactgeometryset/heel"
    assert floor["socket_geometry"] == "/contactgeometryset/floor"  # it was a relative path
    assert value(heel, "dissipation") == 2  # of <defaults>
    assert value(heel, "youngs_modulus") == math.sqrt(0.5) * 3067776 * (1 - 0.3 * 0.3)
    assert floor | {"name": "", "socket_geometry": ""} == heel | {"name": "", "socket_geometry": ""}
    assert [of.get("name") for of in tree_of(report).iter("SmoothSphereHalfSpaceForce")] == ["default"]


def test_relative_paths_of_components(tmp_path: Path) -> None:
    """A force among the components of the model is one level higher than one in the set; the new path is absolute in both."""
    text = SMOOTH.read_text()
    text = text.replace('<ForceSet name="forceset">\n      <objects>', "<components>").replace("</objects>\n      <groups>", "</components>\n<!--", 1)
    text = text.replace("</groups>\n    </ForceSet>", "-->").replace("../../contactgeometryset/floor", "../contactgeometryset/floor")
    model = tmp_path / "m.osim"
    model.write_text(text)
    _, floor = surfaces_of(force_of(convert(model), "heel_r"))
    assert floor["socket_geometry"] == "/contactgeometryset/floor"


def test_smooth_sphere_report_has_both_forces() -> None:
    """The elastic force is not the old one, and the report has both. The numbers are those of Simbody's class (SI)."""
    report = convert(SMOOTH).forces[0]
    rows = {round(1e3 * row.depth, 3): row for row in report.forces_at_depths}
    assert set(rows) == {-2, 0, 1, 5, 10}
    for depth, old, new in ((-2, 14.33, 0), (0, 24.06, 0), (1, 33.37, 8.556), (5, 117.3, 95.65), (10, 289.9, 270.6)):
        assert rows[depth].old == pytest.approx(old, rel=5e-4)  # four digits
        assert rows[depth].new == pytest.approx(new, rel=5e-4)
    assert "same elastic force" not in str(report)
    assert re.search(r"\n +1 +33\.37 +8\.556", str(report))


def test_match_load_has_the_old_depth_at_the_load() -> None:
    """With --match-load both forces have the same depth at the load, which the converted modulus alone decides."""
    load = 300.0
    report = convert(SMOOTH, Options(match_load=load))
    for name, radius in (("heel_r", 0.035), ("front_r", 0.015)):
        ball, floor = surfaces_of(force_of(report, name))
        nu, modulus = value(ball, "poissons_ratio"), value(ball, "youngs_modulus")
        assert modulus == value(floor, "youngs_modulus")
        effective = modulus / (1 - nu * nu) / 2  # Hertz's rule for two equal surfaces
        depth = (load / (4 / 3 * effective * math.sqrt(radius))) ** (2 / 3)
        assert SmoothSphere(3067776, 2, radius).force_at(depth) == pytest.approx(load, rel=1e-12)  # rounding
    assert "at 300 N, and differ at other loads" in str(report)


@pytest.mark.parametrize("load", [20.0, 1e6])
def test_match_load_refuses_loads_without_a_depth(load: float) -> None:
    """The old force carries 24 N at first touch already, and a sphere cannot be deeper than its radius."""
    with pytest.raises(ConversionError, match=r"feet_smooth_spheres.osim:32: .*--match-load is .* it must be in \(24.06, "):
        convert(SMOOTH, Options(match_load=load))


def test_match_load_needs_a_smooth_sphere() -> None:
    """The option is an error where nothing has a smoothed force."""
    with pytest.raises(ConversionError, match="--match-load is for a SmoothSphereHalfSpaceForce"):
        convert(FEET, Options(match_load=300))


# --- ElasticFoundationForce --------------------------------------------------------------------------------------------------------

PARAMETERS = re.search(
    r"[ \t]*<ElasticFoundationForce::ContactParameters>.*?</ElasticFoundationForce::ContactParameters>\n", MESHES.read_text(), re.DOTALL
)


def meshes(folder: Path, *parameters: tuple[str, float, float, float]) -> Path:
    """Writes a model with springs: geometry, stiffness, dissipation, static friction; the kinetic one is half of it."""
    assert PARAMETERS is not None
    text = "".join(
        f"<ElasticFoundationForce::ContactParameters><geometry>{names}</geometry><stiffness>{stiffness}</stiffness>"
        f"<dissipation>{dissipation}</dissipation><static_friction>{friction}</static_friction>"
        f"<dynamic_friction>{friction / 2}</dynamic_friction></ElasticFoundationForce::ContactParameters>\n"
        for names, stiffness, dissipation, friction in parameters
    )
    return changed(MESHES, folder, (PARAMETERS.group(), text))


def test_foundation_becomes_a_layer() -> None:
    """A mesh gets a layer of its stiffness, damping and friction. Only meshes have springs, so the floor is rigid.

    The numbers are those that the earlier converter in C++ wrote.
    """
    report = convert(MESHES)
    force = force_of(report, "f")
    sole, floor = surfaces_of(force)
    assert sole == {
        "name": "sole",
        "socket_geometry": "/contactgeometryset/sole",
        "normal_stiffness": "100000000",
        "shear_stiffness": "28571428.571428575",
        "static_friction": "0.8",
        "kinetic_friction": "0.4",
        "transition_velocity": "0.34641016151377546",
        "dissipation": "2",
    }
    assert floor == {"name": "floor", "socket_geometry": "/contactgeometryset/floor"}
    assert force.find("normal_law") is None
    assert force.find("exclude") is None  # one rigid surface has no rigid partner
    (comment,) = force.iterchildren(etree.Comment)
    assert "shear stiffness 0.286 of the normal one, for Poisson's ratio 0.3" in (comment.text or "")
    assert "viscous friction of 0.3 s/m is left out" in str(report)


def test_shapes_without_springs_stay_apart(tmp_path: Path) -> None:
    """Shapes without springs had no force on each other, so they are excluded."""
    assert force_of(convert(meshes(tmp_path, ("floor sole ball", 1e8, 2, 0.8))), "f").findtext("exclude") == "floor ball"


@pytest.mark.parametrize("stiffness", [1e8, 3e8])
def test_two_meshes_keep_their_force(stiffness: float, tmp_path: Path) -> None:
    """Two layers in series have the stiffness of the springs of both meshes at half weight, (k1 + k2)/2.

    Damping and friction are the means by stiffness, as of both forces together.
    """
    report = convert(meshes(tmp_path, ("sole", 1e8, 2, 0.8), ("mat", stiffness, 1, 0.4)))
    one, two = surfaces_of(force_of(report, "f"))
    k1, k2, total = value(one, "normal_stiffness"), value(two, "normal_stiffness"), 1e8 + stiffness
    assert k1 == k2
    assert k1 * k2 / (k1 + k2) == pytest.approx(total / 2, rel=1e-12)  # rounding
    for surface in (one, two):
        assert value(surface, "dissipation") == pytest.approx((1e8 * 2 + stiffness) / total, rel=1e-12)
        assert value(surface, "static_friction") == pytest.approx((1e8 * 0.8 + stiffness * 0.4) / total, rel=1e-12)
        assert value(surface, "kinetic_friction") == pytest.approx((1e8 * 0.4 + stiffness * 0.2) / total, rel=1e-12)
    assert "each of k1 + k2" in str(report)
    assert "instead of" not in str(report)


def test_report_of_meshes_that_change(tmp_path: Path) -> None:
    """Meshes that also touch a floor keep its force, so the pair of meshes changes. Three equal meshes alone keep their forces."""
    text = str(convert(meshes(tmp_path, ("sole mat floor", 1e8, 2, 0.8))))
    assert "sole on /contactgeometryset/mat: stiffness 5e+07 instead of 1e+08 Pa/m" in text
    three = convert(meshes(tmp_path, ("sole mat pad", 1e8, 2, 0.8)))
    assert "instead of" not in str(three)
    assert [value(surface, "normal_stiffness") for surface in surfaces_of(force_of(three, "f"))] == [2e8] * 3
    # 2 1e8 3e8/(1e8 + 3e8) instead of (1e8 + 3e8)/2; (1e8 0.8 + 3e8 0.4)/4e8 becomes the minimum
    unequal = str(convert(meshes(tmp_path, ("sole mat", 1e8, 2, 0.8), ("pad", 3e8, 2, 0.4))))
    assert "/contactgeometryset/sole on /contactgeometryset/pad: stiffness 1.5e+08 instead of 2e+08 Pa/m" in unequal
    assert "static friction 0.4 instead of 0.5," in unequal


def test_foundations_without_a_layer(tmp_path: Path) -> None:
    """A name, a stiffness or a Poisson's ratio that gives no layer is an error; a force without springs stays as it is."""
    with pytest.raises(ConversionError, match="no contact geometry called roof"):
        convert(meshes(tmp_path, ("sole roof", 1e8, 2, 0.8)))
    with pytest.raises(ConversionError, match=r"<stiffness> is '0'; it must be a number > 0 \[Pa/m\]"):
        convert(meshes(tmp_path, ("sole floor", 0, 2, 0.8)))
    with pytest.raises(ConversionError, match=r"--poisson is 0.5; the layers that it becomes need one in \(-1, 0.5\)"):
        convert(MESHES, Options(poissons_ratio=0.5))
    for names, reason in (("floor ball", "no ContactMesh"), ("sole", "fewer than two geometries")):
        with pytest.raises(NothingToConvert, match=f'"f".*{reason}'):
            convert(meshes(tmp_path, (names, 1e8, 2, 0.8)))


# --- forces on points --------------------------------------------------------------------------------------------------------------


def test_forces_on_points_stay_with_a_reason() -> None:
    """ExponentialContactForce and MeyerFregly2016Force have no geometry. The message has the reason and their forces."""
    with pytest.raises(NothingToConvert) as caught:
        convert(POINTS)
    text = str(caught.value)
    for part in ('ExponentialContactForce "exponential" (line 18) was left as it was: it acts on a point', "grows as exp(d/1 mm)"):
        assert part in text
    assert 'MeyerFregly2016Force "meyer_fregly" (line 25) was left as it was: it acts on a point' in text
    assert "a linear spring of 2e+04 N/m" in text
    assert re.search(r"\n +5 +80\n", text)


def test_forces_on_points_stay_beside_others(tmp_path: Path) -> None:
    """Where other forces are converted, a force on points is left byte for byte, and the report has the reason."""
    force = re.search(r"<MeyerFregly2016Force.*</MeyerFregly2016Force>", POINTS.read_text(), re.DOTALL)
    assert force is not None
    report = convert(changed(FEET, tmp_path, ('<BushingForce name="b"/>', force.group())))
    assert (report.num_converted, report.num_left) == (1, 1)
    assert force.group().encode() in report.content
    assert "was left as it was: it acts on a point" in str(report)


# --- layout of the file ------------------------------------------------------------------------------------------------------------


def outside(content: bytes, kinds: bytes) -> bytes:
    """Returns a file without its contact forces."""
    return re.sub(rb"<(" + kinds + rb") name.*?</\1>", b"<FORCE/>", content, flags=re.DOTALL)


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("has_final", [False, True])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_only_the_forces_change(line_end: bytes, has_final: bool, mark: bytes, tmp_path: Path) -> None:
    """Every byte outside of the forces stays: declaration, comments, quotes, indentation, line ends, byte order mark, last newline."""
    content = mark + FEET.read_bytes().rstrip(b"\n").replace(b"\n", line_end) + (line_end if has_final else b"")
    model = tmp_path / "m.osim"
    model.write_bytes(content)
    converted = convert(model).content
    assert outside(converted, b"DEMContactForce") == outside(content, b"HuntCrossleyForce")
    assert converted.count(b"\n") == converted.count(line_end)
    assert b'\t\t\t\t<DEMContactForce name="foot">' + line_end + b"\t\t\t\t\t<appliesForce>" in converted


def test_comments_at_the_end_of_a_force_stay() -> None:
    """A comment behind the last property describes no old property, so it stays. The others are counted."""
    report = convert(FEET)
    assert b"<!-- Measured on 3 May. -->" in report.content
    assert "2 comments between its old properties are left out" in str(report)


def test_indentation_by_spaces_and_one_line(tmp_path: Path) -> None:
    """The new force is indented as the file is, and on one line if the old one was."""
    assert b'\n        <DEMContactForce name="heel_r">\n          <appliesForce>' in convert(SMOOTH).content
    text = re.sub(r">\s+<", "><", SMOOTH.read_text())
    model = tmp_path / "m.osim"
    model.write_text(text)
    assert convert(model).content.count(b"\n") == text.count("\n")


def test_encoding_stays(tmp_path: Path) -> None:
    """A file in ISO-8859-1 stays in it."""
    text = FEET.read_text(encoding="utf-8").replace('encoding="UTF-8"', 'encoding="ISO-8859-1"').replace("foot", "fuß")
    model = tmp_path / "m.osim"
    model.write_bytes(text.encode("latin-1"))
    content = convert(model).content
    assert '<DEMContactForce name="fuß">'.encode("latin-1") in content
    assert outside(content, b"DEMContactForce") == outside(model.read_bytes(), b"HuntCrossleyForce")


def test_takes_a_tree() -> None:
    """A program can give a tree of lxml, which stays as it is."""
    tree = etree.parse(SMOOTH)
    before = etree.tostring(tree)
    report = convert(tree)
    assert etree.tostring(tree) == before
    assert surfaces_of(force_of(report, "heel_r")) == surfaces_of(force_of(convert(SMOOTH), "heel_r"))


def test_converted_model_has_nothing_to_convert(tmp_path: Path) -> None:
    """A converted model is not converted again."""
    write(convert(FEET), tmp_path / "new.osim")
    with pytest.raises(NothingToConvert, match="there is nothing to convert"):
        convert(tmp_path / "new.osim")


# --- wrong values ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("name_misspelt", r"name_misspelt.osim:10: <geometry> names 'raer', .*is it rear\?; the model has mat, rear"),
        ("names_with_commas", r"names_with_commas.osim:10: <geometry> names 'mat,', .*names are separated by spaces"),
        ("name_twice", r"name_twice.osim:10: <geometry> names 'rear' twice"),
        ("decimal_comma", r"decimal_comma.osim:11: <stiffness> is '2,5e6'; it must be a number > 0 \[Pa\], with a point before"),
    ],
)
def test_wrong_values_name_file_line_element_and_range(name: str, message: str) -> None:
    """A wrong name or number is an error with file, line, element, value and what is allowed."""
    with pytest.raises(ConversionError, match=message):
        convert(FILES / f"{name}.osim")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("<dissipation>2<", "<dissipation>-2<", r":35: <dissipation> is '-2'; it must be a number >= 0 \[s/m\]"),
        ("<dissipation>2<", "<dissipation>2 s/m<", r":35: <dissipation> is '2 s/m'"),
        ("<dissipation>2<", "<dissipation><", r":35: <dissipation> is ''"),
        ("<stiffness>1e7<", "<stiffness>1e400<", r":28: <stiffness> is '1e400'"),
        ("<stiffness>1e7</stiffness>", "", r":26: <HuntCrossleyForce::ContactParameters> has no <stiffness>"),
        ("<stiffness>1e7<", "<stiffness>nan<", r":28: <stiffness> is 'nan'"),
        ("<transition_velocity>0.2<", "<transition_velocity>0<", r":42: <transition_velocity> is '0'; it must be a number > 0"),
        ("<appliesForce>false<", "<appliesForce>no<", r":22: <appliesForce> is 'no'; it must be true or false"),
        ("<geometry>floor<", "<geometry> <", r":26: .* has no names in <geometry>"),
        ("<dissipation>2<", "<dissipation>1</dissipation><dissipation>2<", r":35: <dissipation> is there twice"),
        ("</Model>", "", r":\d+: it is not well-formed XML: mismatched tag"),
        ("<OpenSimDocument", "<!DOCTYPE m><OpenSimDocument", r":3: the model has a DOCTYPE"),
        ('encoding="UTF-8"', 'encoding="Shift_JIS"', r":1: the encoding is Shift_JIS; it must be UTF-8"),
        ("OpenSimDocument", "OpenSim", r":3: the root element is <OpenSim>; it must be <OpenSimDocument>"),
    ],
)
def test_wrong_elements(old: str, new: str, message: str, tmp_path: Path) -> None:
    """Numbers must be whole numbers in C's notation in their range, and be there once."""
    model = changed(FEET, tmp_path, (old, new))
    with pytest.raises(ConversionError, match=message):
        convert(model)


def test_all_errors_are_reported_at_once(tmp_path: Path) -> None:
    """Two wrong forces are two lines of one message."""
    model = changed(SMOOTH, tmp_path, ("<stiffness>3067776<", "<stiffness>soft<"))
    with pytest.raises(ConversionError) as caught:
        convert(model)
    assert [line.split(": ")[0].rsplit(":", 1)[1] for line in str(caught.value).split("\n")] == ["35", "43"]


def test_missing_socket_and_wrong_geometry(tmp_path: Path) -> None:
    """A smooth sphere needs a sphere and a half space."""
    socket = "<socket_sphere>/contactgeometryset/heel</socket_sphere>"
    with pytest.raises(ConversionError, match=r':32: .*"heel_r" has no <socket_sphere>; it must be the path of a ContactSphere'):
        convert(changed(SMOOTH, tmp_path, (socket, "")))
    with pytest.raises(ConversionError, match=r":33: <socket_sphere> names a ContactHalfSpace"):
        convert(changed(SMOOTH, tmp_path, (socket, socket.replace("heel", "floor"))))


def test_kinetic_friction_above_static_friction() -> None:
    """The old force has its dynamic friction at high slip speed; the new one has it from the start, and the report has the change."""
    report = convert(FILES / "static_below_kinetic.osim")
    for surface in surfaces_of(force_of(report, "sole")):
        assert (surface["static_friction"], surface["kinetic_friction"]) == ("0.3", "0.3")
    assert "static friction (line 12) 0.3 instead of 0" in str(report)


def test_mesh_under_hunt_crossley_has_no_force() -> None:
    """HuntCrossleyForce has no force on a mesh, so the new force leaves it out, and the report has it."""
    report = convert(FILES / "mesh_on_points.osim")
    assert [surface["name"] for surface in surfaces_of(force_of(report, "shoe"))] == ["heel", "floor"]
    assert "sole is left out; it is a ContactMesh, on which a HuntCrossleyForce has no force" in str(report)


def test_unknown_elements_are_reported(tmp_path: Path) -> None:
    """OpenSim ignores a misspelt property; so does the converter, and the report has its line."""
    report = convert(changed(FEET, tmp_path, ("<viscous_friction>0.3</viscous_friction>", "<viscos_friction>0.3</viscos_friction>")))
    assert "<viscos_friction> (line 38) is left out; it is no property of HuntCrossleyForce::ContactParameters" in str(report)


# --- merging -----------------------------------------------------------------------------------------------------------------------


def test_merge_makes_one_force_of_a_foot() -> None:
    """The geometry is one surface, the half space the second; neighbours are excluded; nothing else of the old forces is left."""
    report = convert(SMOOTH, Options(merge={"foot_r": ["heel_r", "front_r"]}))
    force = force_of(report, "foot_r")
    assert force.findtext("exclude_adjacent_bodies") == "true"
    foot, floor = surfaces_of(force)
    assert foot["name"] == "foot_r"
    assert foot["socket_geometry"] == "/contactgeometryset/heel /contactgeometryset/front"
    assert floor["socket_geometry"] == "/contactgeometryset/floor"
    alone = surfaces_of(force_of(convert(SMOOTH), "heel_r"))[0]
    for tag in ("youngs_modulus", "poissons_ratio", "static_friction", "kinetic_friction", "dissipation", "restitution"):
        assert foot[tag] == floor[tag] == alone[tag]
    assert len(list(tree_of(report).iter("DEMContactForce"))) == 1
    assert re.search(rb"</DEMContactForce>\n      </objects>", report.content)  # the line of the second force is gone


def test_merge_reports_references() -> None:
    """A group that names a merged force is reported with its line."""
    text = str(convert(SMOOTH, Options(merge={"foot_r": ["heel_r", "front_r"]})))
    assert "note: line 50: <members> names heel_r, which has become foot_r" in text


def test_merge_of_unequal_forces_keeps_each_pair(tmp_path: Path) -> None:
    """Forces of unequal values get a rigid half space, on which each surface has the effective modulus of its old pair."""
    front = "<socket_sphere>/contactgeometryset/front"
    text = SMOOTH.read_text().split(front)
    text[1] = text[1].replace("3067776", "1e6", 1).replace("0.8", "0.5")
    model = tmp_path / "m.osim"
    model.write_text(front.join(text))
    report = convert(model, Options(merge={"foot_r": ["heel_r", "front_r"]}))
    force = force_of(report, "foot_r")
    heel, floor, toe = surfaces_of(force)
    assert force.findtext("exclude") == f"{heel['name']} {toe['name']}"
    assert floor["youngs_modulus"] == "Inf"
    for surface, stiffness, friction in ((heel, 3067776, 0.8), (toe, 1e6, 0.5)):
        effective = value(surface, "youngs_modulus") / (1 - 0.3**2)  # on a rigid surface
        assert effective == pytest.approx(stiffness / 2**1.5, rel=1e-14)  # of two equal surfaces in the old force
        assert min(value(surface, "static_friction"), value(floor, "static_friction")) == friction
        assert min(value(surface, "restitution"), value(floor, "restitution")) == value(surface, "restitution")


def test_merge_of_hunt_crossley_excludes_geometry_of_the_foot() -> None:
    """The old force acted between heel and toe; one surface does not, which is reported. The pair with the floor keeps its values."""
    report = convert(FEET, Options(merge={"sole": ["foot"]}))
    foot, floor = surfaces_of(force_of(report, "sole"))
    assert foot["socket_geometry"] == "/contactgeometryset/heel /contactgeometryset/toe"
    effective = value(foot, "youngs_modulus") / (1 - 0.3**2) / 2
    assert effective == pytest.approx(((1e-6) ** (2 / 3) + (1e-7) ** (2 / 3)) ** -1.5, rel=1e-12)  # HuntCrossleyForce's rule
    assert value(foot, "static_friction") == pytest.approx(2 * 0.8 * 0.4 / 1.2, rel=1e-15)
    assert "no force any more between heel and toe" in str(report)


def test_merge_keeps_geometry_on_ground_apart(tmp_path: Path) -> None:
    """A stone on Ground belongs to the second surface, so the foot still touches it."""
    stone = '<ContactSphere name="stone"><socket_frame>/ground</socket_frame><location>1 0 0</location><radius>0.05</radius></ContactSphere>'
    model = changed(FEET, tmp_path, ("<geometry>floor<", "<geometry>floor stone<"), ('<ContactSphere name="heel">', stone + '<ContactSphere name="heel">'))
    foot, ground = surfaces_of(force_of(convert(model, Options(merge={"sole": ["foot"]})), "sole"))
    assert foot["socket_geometry"] == "/contactgeometryset/heel /contactgeometryset/toe"
    assert ground["name"] == "ground"
    assert ground["socket_geometry"] == "/contactgeometryset/floor /contactgeometryset/stone"


def test_merge_needs_ground(tmp_path: Path) -> None:
    """A force between bodies alone is no force of a foot on the ground."""
    floor = '<ContactHalfSpace name="floor"><socket_frame>/ground</socket_frame>'
    sphere = '<ContactSphere name="floor"><socket_frame>/bodyset/toes_r</socket_frame><radius>1</radius>'
    model = changed(FEET, tmp_path, (floor, sphere), ("</ContactHalfSpace>", "</ContactSphere>"))
    with pytest.raises(ConversionError, match=r':20: --merge sole: .*"foot" must have a ContactHalfSpace or geometry on Ground'):
        convert(model, Options(merge={"sole": ["foot"]}))


@pytest.mark.parametrize(
    ("merge", "message"),
    [
        ({"foot": ["heel_r", "frnt_r"]}, "called frnt_r; the model has heel_r, front_r"),
        ({"a": ["heel_r"], "b": ["heel_r"]}, "names the force heel_r twice"),
        ({"front_r": ["heel_r"]}, "another force of this name"),
        ({"foot r": ["heel_r"]}, "it must be like foot_r=heel_r,front_r"),
        ({"foot": []}, "it must be like foot_r=heel_r,front_r"),
    ],
)
def test_wrong_merges(merge: dict[str, list[str]], message: str) -> None:
    """Unknown names, names that are used twice and names that exist are errors."""
    with pytest.raises(ConversionError, match=message):
        convert(SMOOTH, Options(merge=merge))


def test_merge_refuses_forces_of_which_some_are_off(tmp_path: Path) -> None:
    """One force is on or off, so its parts must agree."""
    model = changed(
        SMOOTH,
        tmp_path,
        ("<socket_sphere>/contactgeometryset/heel", "<appliesForce>false</appliesForce><socket_sphere>/contactgeometryset/heel"),
    )
    with pytest.raises(ConversionError, match="some of the forces are off"):
        convert(model, Options(merge={"foot": ["heel_r", "front_r"]}))


# --- command line ------------------------------------------------------------------------------------------------------------------


def test_command_line_converts(tmp_path: Path) -> None:
    """The program writes the file, prints the report and ends with 0; it overwrites a file only with --force."""
    done = run(FEET, "-o", "new.osim", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 contact forces converted, 0 left as they were" in done.stdout
    assert (tmp_path / "new.osim").read_bytes() == convert(FEET).content
    (tmp_path / "new.osim").write_text("mine")
    again = run(FEET, "-o", "new.osim", folder=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert "new.osim: it exists" in again.stderr
    assert (tmp_path / "new.osim").read_text() == "mine"
    assert run(FEET, "-o", "new.osim", "--force", folder=tmp_path).returncode == 0
    assert (tmp_path / "new.osim").read_bytes() == convert(FEET).content
    assert sorted(of.name for of in tmp_path.iterdir()) == ["new.osim"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([FEET, "-o", "there/is/none.osim"], 2, "the folder there does not exist"),
        ([FEET, "-o", "."], 2, "it is a folder"),
        (["none.osim", "-o", "new.osim"], 2, "none.osim: cannot be read: No such file or directory"),
        ([FEET, "-o", "new.osim", "--speed", "-1"], 2, r"--speed is -1.0; it must be a number >= 0 \[m/s\]"),
        ([FEET, "-o", "new.osim", "--speed", "nan"], 2, "--speed is nan"),
        ([FEET, "-o", "new.osim", "--poisson", "0.6"], 2, r"--poisson is 0.6; it must be in \(-1, 0.5\]"),
        ([FEET, "-o", "new.osim", "--match-load", "0"], 2, "--match-load is 0.0"),
        ([FEET, "-o", "new.osim", "--merge", "foot"], 2, "it must be like foot_r=heel_r,front_r"),
        ([FEET, "-o", "new.osim", "--merge", "a=foot", "--merge", "a=foot"], 2, "--merge a is there twice"),
        ([FEET], 2, "-o"),
        ([FILES / "decimal_comma.osim", "-o", "new.osim"], 2, "decimal_comma.osim:11: <stiffness>"),
        ([POINTS, "-o", "new.osim"], 1, "there is nothing to convert"),
    ],
)
def test_command_line_refuses(arguments: list[str | Path], code: int, message: str, tmp_path: Path) -> None:
    """Wrong input ends with exit code 2, a model without anything to convert with 1, and neither writes a file or a folder."""
    done = run(*arguments, folder=tmp_path)
    assert done.returncode == code
    assert re.search(message, done.stderr)
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_snippet_of_the_page_runs(tmp_path: Path) -> None:
    """The program that docs/from-opensim.md shows converts a model."""
    (tmp_path / "old.osim").write_bytes(SMOOTH.read_bytes())
    snippet = HERE.parents[2] / "docs" / "snippets" / "convert_model.py"
    environment = dict(os.environ)
    done = subprocess.run([sys.executable, snippet], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert 'merged into DEMContactForce "foot_r"' in done.stdout
    assert b'<DEMContactForce name="foot_r">' in (tmp_path / "new.osim").read_bytes()


def test_help_has_the_exit_codes(tmp_path: Path) -> None:
    """--help describes each option and each exit code."""
    done = run("--help", folder=tmp_path)
    assert done.returncode == 0
    for part in ("--merge", "--poisson", "--speed", "--match-load", "--force", "exit codes:", "  1  there is nothing to convert"):
        assert part in done.stdout


# --- published models --------------------------------------------------------------------------------------------------------------


def test_page_has_the_published_models() -> None:
    """docs/models-tested.md has path, commit and SHA-256 of each model that the script runs."""
    page = (HERE.parents[2] / "docs" / "models-tested.md").read_text()
    models = json.loads((HERE.parent / "models_tested.json").read_text())
    assert len(models) >= 16
    for model in models:
        row = next(line for line in page.split("\n") if f"| {model['path']} |" in line and model["sha256"] in line)
        assert model["repository"] in row
        assert model["commit"] in page


def test_script_checks_what_it_downloads(tmp_path: Path) -> None:
    """A file with another SHA-256 is an error that names it, and is not kept."""
    model = json.loads((HERE.parent / "models_tested.json").read_text())[0]
    wrong = tmp_path / "site" / model["repository"] / model["commit"] / model["path"]
    wrong.parent.mkdir(parents=True)
    wrong.write_text("another file")
    script = HERE.parent / "models_tested.py"
    command = [sys.executable, str(script), "--fetch", str(tmp_path / "data"), "--url", (tmp_path / "site").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{model['path']}: the SHA-256 is" in done.stderr
    assert not (tmp_path / "data").exists()


# --- beside OpenSim ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def opensim() -> Any:
    module = pytest.importorskip("opensim", reason="Python has no OpenSim")
    module.Logger.setLevelString("error")
    return module


def height_of(opensim: Any, path: Path) -> tuple[Any, Callable[[float], Any]]:
    """Returns a model whose first joint is free, and a function that realizes it at a height of its body [m]."""
    model = opensim.Model(str(path))
    state = model.initSystem()
    coordinate = opensim.FreeJoint.safeDownCast(model.getJointSet().get(0)).get_coordinates(4)

    def at(height: float) -> Any:
        coordinate.setValue(state, height)
        model.realizeDynamics(state)
        return state

    return model, at


def test_smooth_sphere_is_that_of_opensim(opensim: Any) -> None:
    """The old force of the report is that of OpenSim's class, at every depth."""
    model, at = height_of(opensim, SMOOTH)
    for row in convert(SMOOTH).forces[0].forces_at_depths:
        values = model.getForceSet().get(0).getRecordValues(at(0.035 - row.depth))
        assert row.old == pytest.approx(values.get(1), rel=1e-12)  # rounding


def test_forces_on_points_are_those_of_opensim(opensim: Any) -> None:
    """The old forces of the reasons are those of OpenSim's classes."""
    model, at = height_of(opensim, POINTS)
    for depth in (-0.002, 0.0, 0.001, 0.005, 0.01):
        state = at(-depth)
        forces = [model.getForceSet().get(i).getRecordValues(state).get(1) for i in (0, 1)]
        assert exponential_force((0.005, 0.6, 1000), 1e5, depth) == pytest.approx(forces[0], rel=1e-12)  # rounding
        assert meyer_fregly_force(2e4, depth) == pytest.approx(forces[1], rel=1e-10)  # differences of logarithms


@pytest.fixture(scope="module")
def component(opensim: Any) -> Any:
    """Loads SimbodyDEM's component, whose path is in SIMBODYDEM_OPENSIM_PLUGIN."""
    path = os.environ.get("SIMBODYDEM_OPENSIM_PLUGIN")
    if not path:
        pytest.skip("SIMBODYDEM_OPENSIM_PLUGIN does not name SimbodyDEM's component")
    import ctypes

    ctypes.CDLL(path, ctypes.RTLD_GLOBAL)
    assert opensim.LoadOpenSimLibraryExact(path)
    return opensim


def test_converted_sphere_has_the_new_force_of_the_report(component: Any, tmp_path: Path) -> None:
    """The component has the new force of the report, and Hertz's formula has it too."""
    report = convert(SMOOTH)
    write(report, tmp_path / "new.osim")
    model, at = height_of(component, tmp_path / "new.osim")
    for row in report.forces[0].forces_at_depths:
        force = model.getForceSet().get(0).getRecordValues(at(0.035 - row.depth)).get(1)
        assert force == pytest.approx(row.new, rel=1e-9, abs=1e-12)  # the overlap is a difference of lengths of 35 mm
        assert row.new == pytest.approx(hertz_force(3067776 / 2**1.5, 0.035, row.depth), rel=1e-12)


@pytest.mark.parametrize("stiffness_of_front", ["3067776", "1e6"])
def test_merged_force_is_the_sum(component: Any, tmp_path: Path, stiffness_of_front: str) -> None:
    """On the half space, record values 6 to 11, a merged force is the sum of the forces that it has replaced."""
    front = "<socket_sphere>/contactgeometryset/front"
    text = SMOOTH.read_text().split(front)
    text[1] = text[1].replace("3067776", stiffness_of_front, 1)
    (tmp_path / "old.osim").write_text(front.join(text))
    write(convert(tmp_path / "old.osim"), tmp_path / "each.osim")
    write(convert(tmp_path / "old.osim", Options(merge={"foot_r": ["heel_r", "front_r"]})), tmp_path / "merged.osim")
    records = []
    for name in ("each", "merged"):
        model, at = height_of(component, tmp_path / f"{name}.osim")
        state = at(0.01)
        forces = [model.getForceSet().get(i).getRecordValues(state) for i in range(model.getForceSet().getSize())]
        records.append([sum(force.get(i) for force in forces) for i in range(6, 12)])
    assert records[0][1] < -100
    assert records[1] == pytest.approx(records[0], rel=1e-9, abs=1e-9)  # rounding of overlaps


def box(half: tuple[float, float, float] = (0.1, 0.02, 0.1), n: int = 8) -> str:
    """Returns a box as OBJ, each face of n x n squares, outward normals."""
    vertices: dict[tuple[int, ...], int] = {}
    faces = []
    for axis in range(3):
        for side in (0, n):
            for i in range(n):
                for k in range(n):
                    corners = [(i, k), (i + 1, k), (i + 1, k + 1), (i, k + 1)]
                    face = []
                    for one, two in corners if side else reversed(corners):
                        at = [0, 0, 0]
                        at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = side, one, two
                        face.append(vertices.setdefault(tuple(at), len(vertices) + 1))
                    faces.append("f " + " ".join(map(str, face)))
    lines = ["v " + " ".join(repr((2 * of / n - 1) * h) for of, h in zip(at, half, strict=True)) for at in vertices]
    return "\n".join([*lines, *faces, ""])


@pytest.mark.parametrize(
    "parameters",
    [[("ball floor", "1e7")], [("ball plinth", "1e7")], [("ball", "1e7"), ("plinth", "3e7")]],
    ids=["on a floor", "equal meshes", "unequal meshes"],
)
def test_converted_foundation_has_the_old_force(component: Any, tmp_path: Path, parameters: list[tuple[str, str]]) -> None:
    """A mesh that is 1 mm deep and sinks in at 0.1 m/s presses as before, on a floor and on another mesh."""
    (tmp_path / "box.obj").write_text(box())
    text = (HERE.parents[2] / "examples" / "opensim" / "ball.osim").read_text()
    mesh = '<ContactMesh name="{}"><socket_frame>{}</socket_frame><location>0 {} 0</location><filename>box.obj</filename></ContactMesh>'
    meshes_of = mesh.format("ball", "/bodyset/ball", 0) + mesh.format("plinth", "/ground", -0.02)
    springs = "".join(
        f"<ElasticFoundationForce::ContactParameters><geometry>{names}</geometry><stiffness>{stiffness}</stiffness><dissipation>1"
        "</dissipation><static_friction>0.5</static_friction><dynamic_friction>0.5</dynamic_friction>"
        "</ElasticFoundationForce::ContactParameters>"
        for names, stiffness in parameters
    )
    force = (
        '<ElasticFoundationForce name="contact"><ElasticFoundationForce::ContactParametersSet name="contact_parameters"><objects>'
        f"{springs}</objects></ElasticFoundationForce::ContactParametersSet></ElasticFoundationForce>"
    )
    text = re.sub(r"<ContactSphere.*?(?=</objects>)", meshes_of, text, count=1, flags=re.DOTALL)
    text = re.sub(r"<DEMContactForce.*?(?=</objects>)", force, text, count=1, flags=re.DOTALL)
    (tmp_path / "old.osim").write_text(text)
    write(convert(tmp_path / "old.osim"), tmp_path / "new.osim")
    upward = []
    for name in ("old", "new"):
        model = component.Model(str(tmp_path / f"{name}.osim"))
        state = model.initSystem()
        vertical = component.FreeJoint.safeDownCast(model.getJointSet().get("ball_joint")).get_coordinates(4)
        vertical.setValue(state, 0.02 - 1e-3)
        vertical.setSpeedValue(state, -0.1)
        model.realizeAcceleration(state)
        mass = model.getBodySet().get("ball").getMass()
        upward.append(mass * (vertical.getAccelerationValue(state) + 9.81))
    assert upward[0] > 100
    assert upward[1] == pytest.approx(upward[0], rel=1e-6)  # rounding of the vertices


def advance(opensim: Any, model: Any, state: Any, end: float, accuracy: float) -> Any:
    """Returns the state at the end [s]."""
    manager = opensim.Manager(model)
    manager.setIntegratorAccuracy(accuracy)
    manager.initialize(state)
    return opensim.State(manager.integrate(end))


def test_converted_walker_falls_alike_and_lies_still(component: Any, tmp_path: Path) -> None:
    """OpenSim's walker falls as before until friction counts. Then it lies still on its slope, where the original slides on."""
    walker = os.environ.get("OPENSIM_DYNAMIC_WALKER_MODEL")
    if not walker:
        pytest.skip("OPENSIM_DYNAMIC_WALKER_MODEL does not name the path of DynamicWalkerModel.osim")
    write(convert(walker), tmp_path / "new.osim")
    places, speeds = [], []
    for path in (walker, str(tmp_path / "new.osim")):
        model = component.Model(path)
        state = advance(component, model, model.initSystem(), 0.1, 1e-5)
        model.realizePosition(state)
        pelvis = model.getBodySet().get("Pelvis")
        at = pelvis.getPositionInGround(state)
        places.append([at.get(i) for i in range(3)])
        model = component.Model(path)
        state = advance(component, model, model.initSystem(), 2.0, 1e-5)
        model.realizeVelocity(state)
        of = model.getBodySet().get("Pelvis").getLinearVelocityInGround(state)
        speeds.append(math.hypot(*(of.get(i) for i in range(3))))
    assert math.dist(*places) < 1e-3  # of a fall of 70 mm
    assert speeds[0] > 0.1
    assert speeds[1] < 5e-3


# --- files -------------------------------------------------------------------------------------------------------------------------


def test_comments_in_values_are_no_values(tmp_path: Path) -> None:
    """A comment before a value or a name is left out, as OpenSim does."""
    plain = convert(FEET)
    commented = convert(changed(FEET, tmp_path, ("<dissipation>", "<dissipation><!-- s/m -->"), ("<geometry>", "<geometry><!-- names -->")))
    assert commented.content == plain.content


def test_numbers_of_numpy_are_written_as_numbers() -> None:
    """Options of numpy's types give the same model as plain numbers."""
    numpy = pytest.importorskip("numpy")
    plain = convert(SMOOTH, Options(0.25, 0.125, 300.0))
    assert convert(SMOOTH, Options(numpy.float32(0.25), numpy.float64(0.125), numpy.int64(300))).content == plain.content


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"poissons_ratio": "0.3"}, "--poisson is '0.3'; it must be a number"),
        ({"match_load": True}, "--match-load is True; it must be a number"),
        ({"merge": {"foot": "abc"}}, "it must be like {'foot_r': ['heel_r', 'front_r']}"),
        ({"merge": ["foot"]}, "it must be a dict of lists of names"),
    ],
)
def test_options_of_another_type_are_errors(given: dict[str, Any], words: str) -> None:
    """An option of another type is an error with its name; a name is not read as a list of letters."""
    with pytest.raises(ConversionError) as error:
        convert(FEET, Options(**given))
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (gzip.compress(b"<OpenSimDocument/>"), "the file is compressed by gzip"),
        ("<OpenSimDocument/>".encode("utf-32"), "the encoding is UTF-16 or UTF-32"),
        (b"<OpenSimDocument><ForwardTool/></OpenSimDocument>", "<OpenSimDocument> has <ForwardTool>; it must have a <Model>"),
    ],
    ids=["empty", "gzip", "UTF-32", "no model"],
)
def test_files_that_are_no_models(content: bytes, words: str, tmp_path: Path) -> None:
    """A file that is no model is an error that says what it is."""
    file = tmp_path / "model.osim"
    file.write_bytes(content)
    with pytest.raises(ConversionError) as error:
        convert(file)
    assert words in str(error.value) and str(file) in str(error.value)


def test_names_that_are_no_paths(tmp_path: Path) -> None:
    """A path that the system does not take is an error with the reason, for reading and for writing."""
    with pytest.raises(ConversionError, match="cannot be read: embedded null byte"):
        convert(tmp_path / "a\0b")
    for name, reason in (("a\0b", "null"), ("x" * 300, "too long")):
        with pytest.raises(ConversionError, match=f"cannot be written: .*{reason}"):
            write(convert(FEET), tmp_path / name)


def test_link_and_mode_of_an_output_stay(tmp_path: Path) -> None:
    """A link to the output is followed, and an overwritten file keeps its permissions."""
    file, link = tmp_path / "model.osim", tmp_path / "link.osim"
    link.symlink_to(file.name)
    write(convert(FEET), link)
    assert link.is_symlink() and file.read_bytes() == convert(FEET).content
    file.chmod(0o600)
    write(convert(FEET), link, overwrite=True)
    assert link.is_symlink() and file.stat().st_mode & 0o777 == 0o600


def test_output_is_no_device(tmp_path: Path) -> None:
    """A pipe or device, such as that of null, is not replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConversionError, match="it is a device or pipe"):
        write(convert(FEET), tmp_path / "pipe", overwrite=True)
    assert (tmp_path / "pipe").is_fifo()


def test_meshes_are_found_from_another_folder(tmp_path: Path) -> None:
    """A contact mesh is named from the folder of the new model, where OpenSim looks for it. In the folder of the old one its name stays."""
    old, new = tmp_path / "old", tmp_path / "new"
    for folder in (old / "meshes", new):
        folder.mkdir(parents=True)
    (old / "meshes" / "foot.obj").write_text("o foot\n")
    files = iter(["meshes/foot.obj", "missing.obj", str(tmp_path / "absolute.obj")])
    text = re.sub(r"</ContactMesh>", lambda found: f"<filename>{next(files, '')}</filename>{found[0]}", MESHES.read_text())
    (old / "model.osim").write_text(text)
    report = convert(old / "model.osim")
    write(report, old / "same.osim")
    assert (old / "same.osim").read_bytes() == report.content
    write(report, new / "other.osim")
    expected = text.replace(">meshes/foot.obj<", ">../old/meshes/foot.obj<")  # there is no file missing.obj
    assert re.findall("<filename>.*?<", (new / "other.osim").read_text()) == re.findall("<filename>.*?<", expected)

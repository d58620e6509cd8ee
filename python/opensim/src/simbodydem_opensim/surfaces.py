"""Adds contact to a model that is made or changed in Python. Names and units are those of the elements in .osim files (docs/opensim.md)."""

import dataclasses
import math
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import opensim
from lxml import etree

from ._checks import address_of, as_flag, as_name, as_number, as_text, as_vector
from .records import path_of


@dataclasses.dataclass(frozen=True, kw_only=True)
class _Values:
    """Writes its values as elements. A value that is None is not given, and the component takes its default or says what it lacks."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            name, value = f"{type(self).__name__}: {field.name}", getattr(self, field.name)
            if value is None:
                continue
            if field.type == str | None:
                value = as_text(name, value)
            elif field.type == bool | None:
                value = as_flag(name, value)
            else:
                value = as_number(name, value) if field.type == float | None else as_vector(name, value)
                if any(math.isnan(number) for number in (value if isinstance(value, tuple) else [value])):
                    raise ValueError(f"{name} is NaN; leave it out if it is not given")
            object.__setattr__(self, field.name, value)

    def _write_into(self, parent: etree._Element) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None:
                etree.SubElement(parent, field.name).text = _text_of(value)


def _text_of(value: str | bool | float | Sequence[float]) -> str:
    """Returns the text of an element of a checked value."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Sequence):
        return " ".join(_text_of(number) for number in value)
    return "Inf" if value == math.inf else repr(value)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Material(_Values):
    """Holds the values of a material. HertzMindlin needs the first four."""

    youngs_modulus: float | None = None  #: E [Pa], > 0; inf is rigid
    poissons_ratio: float | None = None  #: nu [-], in (-1, 0.5]
    restitution: float | None = None  #: e [-], in [0, 1]
    static_friction: float | None = None  #: mu_s [-], >= 0
    kinetic_friction: float | None = None  #: mu_k [-], in [0, mu_s]; mu_s if None
    dissipation: float | None = None  #: c of Hunt and Crossley [s/m], >= 0
    rolling_friction: float | None = None  #: mu_r [-], >= 0
    twisting_friction: float | None = None  #: mu_tw [-], >= 0
    stiffness_ratio: float | None = None  #: kt/kn of a linear law [-], > 0


@dataclasses.dataclass(frozen=True, kw_only=True)
class ElasticLayer(_Values):
    """Holds the values of an elastic layer on a rigid core: a heel pad, a sole, cartilage (docs/layers.md)."""

    thickness: float | None = None  #: h [m], > 0
    youngs_modulus: float | None = None  #: E [Pa], > 0
    poissons_ratio: float | None = None  #: nu [-], in (-1, 0.5)
    normal_stiffness: float | None = None  #: K/h [Pa/m], > 0, instead of the three above
    shear_stiffness: float | None = None  #: G/h [Pa/m], >= 0, with normal_stiffness
    static_friction: float | None = None  #: mu_s [-], >= 0; that of the other surface if None
    kinetic_friction: float | None = None  #: mu_k [-], in [0, mu_s]; mu_s if None
    transition_velocity: float | None = None  #: slip speed half way between mu_s and mu_k [m/s], > 0
    restitution: float | None = None  #: e [-], in [0.05, 1]
    dissipation: float | None = None  #: c of the pressure [s/m], >= 0, instead of restitution
    shear_damping: float | None = None  #: relaxation time of the shear [s], >= 0
    element_size: float | None = None  #: width of elements [m], > 0
    elements_are_triangles: bool | None = None  #: takes the triangles of a ContactMesh undivided
    _element: ClassVar[tuple[str, str]] = ("elastic_layer", "DEMElasticLayer")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sand(_Values):
    """Holds the values of dry sand, of a ContactHalfSpace on Ground (docs/sand.md)."""

    preset: str | None = None  #: drySand, glassBeads, poppySeedLoose or poppySeedClose
    density: float | None = None  #: bulk density [kg/m^3], > 0
    internal_friction: float | None = None  #: tangent of the angle of internal friction [-], in (0, 1]
    plate_resistance: float | None = None  #: [Pa/m], > 0, instead of density and internal friction
    surface_friction: float | None = None  #: [-], >= 0; rough if None
    elastic_depth: float | None = None  #: [-], in [1e-6, 1]
    damping: float | None = None  #: [-]
    gravity: Sequence[float] | None = None  #: [m/s^2]; the model's if None
    element_size: float | None = None  #: [m], > 0
    elements_are_triangles: bool | None = None  #: takes the triangles of a ContactMesh undivided
    _element: ClassVar[tuple[str, str]] = ("sand", "DEMSand")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Soil(_Values):
    """Holds the values of soil that keeps ruts, of a ContactHalfSpace on Ground (docs/soil.md)."""

    preset: str | None = None  #: drySand, sandyLoam, clayeySoil or snow
    exponent: float | None = None  #: n [-], in (0, 3]
    cohesive_modulus: float | None = None  #: k_c [N/m^(n+1)]
    frictional_modulus: float | None = None  #: k_phi [N/m^(n+2)], >= 0
    cohesion: float | None = None  #: c [Pa], >= 0
    friction_angle: float | None = None  #: phi [rad], in [0, pi/2)
    shear_length: float | None = None  #: K [m], > 0
    unloading_stiffness: float | None = None  #: k_0 [Pa/m], >= 0
    unloading_stiffness_per_sinkage: float | None = None  #: A_u [Pa/m^2], >= 0
    plate_width: float | None = None  #: b [m], > 0
    damping: float | None = None  #: [Pa s/m], >= 0
    cell_size: float | None = None  #: [m], > 0
    _element: ClassVar[tuple[str, str]] = ("soil", "DEMSoil")


@dataclasses.dataclass(frozen=True)
class Surface:
    """Groups contact geometry of one material whose forces are reported together: the spheres of a foot, or a floor.

    geometry is one ContactGeometry of the model or its name, or a list of them. made_of is None for a surface that is rigid towards a layer,
    sand or soil. rounding is that of the edges of a ContactMesh [m].
    """

    name: str
    geometry: "str | opensim.ContactGeometry | Sequence[str | opensim.ContactGeometry]"
    made_of: Material | ElasticLayer | Sand | Soil | None = None
    rounding: float | None = None

    def __post_init__(self) -> None:
        as_name("the name of a Surface", self.name)
        if self.made_of is not None and not isinstance(self.made_of, (Material, ElasticLayer, Sand, Soil)):
            raise TypeError(
                f"surface {self.name!r} is made of a {type(self.made_of).__name__}; it must be a Material, ElasticLayer, Sand or Soil"
            )
        if self.rounding is not None:
            object.__setattr__(self, "rounding", as_number(f"surface {self.name!r}: rounding", self.rounding))
        self._paths()

    def _paths(self) -> list[str]:
        several = self.geometry
        if isinstance(several, (str, opensim.ContactGeometry)):
            several = [several]
        if not isinstance(several, Sequence) or not all(isinstance(of, (str, opensim.ContactGeometry)) for of in several):
            raise TypeError(f"surface {self.name!r}: geometry is {several!r}; it must be a ContactGeometry or its name, or a list of them")
        if not several:
            raise ValueError(f"surface {self.name!r} has no geometry")
        names = [of if isinstance(of, str) else of.getAbsolutePathString() for of in several]
        paths = [name if "/" in name else f"/contactgeometryset/{name}" for name in names]
        for path in paths:
            if paths.count(path) > 1:
                raise ValueError(f"surface {self.name!r} names the geometry {path} {paths.count(path)} times")
        return paths

    def _make_element(self) -> etree._Element:
        element = etree.Element("DEMSurface", name=self.name)
        etree.SubElement(element, "socket_geometry").text = " ".join(self._paths())
        if isinstance(self.made_of, Material):
            self.made_of._write_into(element)
        elif isinstance(self.made_of, (ElasticLayer, Sand, Soil)):
            place, kind = self.made_of._element
            self.made_of._write_into(etree.SubElement(etree.SubElement(element, place), kind))
        if self.rounding is not None:
            etree.SubElement(element, "rounding").text = _text_of(self.rounding)
        return element


def add_dem_contact(
    model: opensim.Model,
    name: str,
    surfaces: Sequence[Surface],
    *,
    law: str | None = None,
    normal_law: str | None = None,
    tangential_law: str | None = None,
    rolling_law: str | None = None,
    effective_mass: str | float = "Articulated",
    exclude_adjacent_bodies: bool = False,
    exclude: Sequence[tuple[str, str]] = (),
    detection_margin: float = 0.0,
    track_dissipated_energy: bool = False,
) -> opensim.Force:
    """Adds a DEMContactForce to a model, and returns it. Call model.initSystem() afterwards.

    All geometry of different surfaces can touch, except geometry on the same body. The law is HertzMindlin if none is given. exclude has pairs
    of names of surfaces that do not touch. Put the foot first and the floor last: OpenSim's createExternalLoadsTableForGait() expects it.

    Raises TypeError for a value of another type, ValueError if a name is taken or a geometry is not in the model, and RuntimeError with the
    name of the element for what the component refuses. The model is then as it was. model.initSystem() has errors for values out of their
    range.
    """
    address_of(model, opensim.Model, "model")
    as_name("the name of a DEMContactForce", name)
    if isinstance(surfaces, (str, dict)) or not isinstance(surfaces, Iterable):
        raise TypeError(f"force {name!r}: surfaces is a {type(surfaces).__name__}; it must be a list of Surface")
    surfaces = list(surfaces)
    for surface in surfaces:
        if not isinstance(surface, Surface):
            raise TypeError(f"force {name!r}: surfaces has a {type(surface).__name__}; it must be a list of Surface")
    mass = effective_mass if isinstance(effective_mass, str) else as_number("effective_mass", effective_mass)
    if model.getForceSet().contains(name):
        raise ValueError(f"the model already has a force {name!r}")
    known = {of.getAbsolutePathString() for of in model.getComponentsList() if opensim.ContactGeometry.safeDownCast(of) is not None}
    names = [surface.name for surface in surfaces]
    for surface in surfaces:
        if names.count(surface.name) > 1:
            raise ValueError(f"force {name!r} has {names.count(surface.name)} surfaces called {surface.name!r}")
        for path in surface._paths():
            if path not in known:
                raise ValueError(
                    f"surface {surface.name!r}: the model has no contact geometry {path}; it has {', '.join(sorted(known)) or 'none'}"
                )
    element = etree.Element("DEMContactForce", name=name)
    given = {"law": law, "normal_law": normal_law, "tangential_law": tangential_law, "rolling_law": rolling_law}
    for tag, text in given.items():
        if text is not None:
            etree.SubElement(element, tag).text = as_text(tag, text)
    etree.SubElement(element, "effective_mass").text = _text_of(mass)
    etree.SubElement(element, "exclude_adjacent_bodies").text = _text_of(as_flag("exclude_adjacent_bodies", exclude_adjacent_bodies))
    pairs = _check_pairs(exclude)
    if pairs:
        etree.SubElement(element, "exclude").text = " ".join(f"{a} {b}" for a, b in pairs)
    etree.SubElement(element, "detection_margin").text = _text_of(as_number("detection_margin", detection_margin))
    etree.SubElement(element, "track_dissipated_energy").text = _text_of(as_flag("track_dissipated_energy", track_dissipated_energy))
    list_of = etree.SubElement(element, "surfaces")
    for surface in surfaces:
        list_of.append(surface._make_element())
    force = opensim.Force.safeDownCast(_make_object(element))
    model.addForce(force)
    return force


def add_ground_reaction(
    model: opensim.Model, force: str, file: str | Path, *, replay: bool = False, write_contacts: bool = False
) -> opensim.Analysis:
    """Adds a DEMGroundReactionAnalysis to a model, and returns it.

    A run writes file.mot, with the force, centre of pressure and free moment of each surface that is not on Ground, and file_external_loads.xml
    with file_bodies.mot, for OpenSim's ExternalLoads. force is the name of a DEMContactForce or its path.
    """
    address_of(model, opensim.Model, "model")
    if not isinstance(file, (str, Path)):
        raise TypeError(f"file is {file!r}; it must be the beginning of the names of files, as a str or Path")
    if not Path(file).name:
        raise ValueError(f"file is {str(file)!r}; it must be the beginning of the names of files, such as results/grf")
    element = etree.Element("DEMGroundReactionAnalysis", name=Path(file).name)
    etree.SubElement(element, "force_path").text = path_of(force)
    etree.SubElement(element, "file").text = str(file)
    etree.SubElement(element, "replay").text = _text_of(as_flag("replay", replay))
    etree.SubElement(element, "write_contacts").text = _text_of(as_flag("write_contacts", write_contacts))
    analysis = opensim.Analysis.safeDownCast(_make_object(element))
    model.addAnalysis(analysis)
    return analysis


def _check_pairs(exclude: Any) -> list[tuple[str, str]]:
    """Returns the pairs of names that do not touch."""
    if isinstance(exclude, (str, dict)) or not isinstance(exclude, Iterable):
        raise TypeError(f"exclude is {exclude!r}; it must be a list of pairs of names")
    pairs = list(exclude)
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(isinstance(of, str) for of in pair):
            raise TypeError(f"exclude has {pair!r}; it must be a list of pairs of names")
    return [(as_name("a name in exclude", a), as_name("a name in exclude", b)) for a, b in pairs]


def _make_object(element: etree._Element) -> opensim.OpenSimObject:
    """Makes an object of OpenSim from its element. OpenSim reads objects from files only."""
    document = etree.Element("OpenSimDocument", Version="40600")
    document.append(element)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "object.xml"
        etree.ElementTree(document).write(str(file), encoding="UTF-8", xml_declaration=True, pretty_print=True)
        made = opensim.OpenSimObject.makeObjectFromFile(str(file))
        made.thisown = False  # the model will own it
        return made

# SPDX-License-Identifier: Apache-2.0
"""Reads the contact forces of OpenSim that a model has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lxml import etree

from .document import elements, line_of, tag_of, text_of
from .laws import OldValues, SmoothSphere, exponential_force, meyer_fregly_force, without_falling_static_friction
from .model import FINITE, HALF_SPACE, MESH, NOT_NEGATIVE, POSITIVE, SPHERE, Geometry, Model
from .report import ForceReport, short

HUNT_CROSSLEY, SMOOTH_SPHERE, FOUNDATION = "HuntCrossleyForce", "SmoothSphereHalfSpaceForce", "ElasticFoundationForce"
EXPONENTIAL, MEYER_FREGLY = "ExponentialContactForce", "MeyerFregly2016Force"
FORCE_KINDS = (HUNT_CROSSLEY, SMOOTH_SPHERE, FOUNDATION, EXPONENTIAL, MEYER_FREGLY)

# Properties that each class has, for a note on elements that OpenSim ignores.
_COMMON = {"appliesForce", "isDisabled", "components", "connectors", "GeometryPath"}
_PROPERTIES = {
    HUNT_CROSSLEY: {"contact_parameters", "HuntCrossleyForce::ContactParametersSet", "transition_velocity"},
    FOUNDATION: {"contact_parameters", "ElasticFoundationForce::ContactParametersSet", "transition_velocity"},
    SMOOTH_SPHERE: {
        "stiffness",
        "dissipation",
        "static_friction",
        "dynamic_friction",
        "viscous_friction",
        "transition_velocity",
        "constant_contact_force",
        "hertz_smoothing",
        "hunt_crossley_smoothing",
        "force_visualization_radius",
        "force_visualization_scale_factor",
    },
}
_PARAMETERS = {"geometry", "stiffness", "dissipation", "static_friction", "dynamic_friction", "viscous_friction"}


@dataclass
class OldSurface:
    """Holds a geometry of an old force and its values; a shape without springs has none."""

    geometry: Geometry
    values: OldValues | None


@dataclass
class OldForce:
    """Holds an old force that can be converted."""

    element: etree._Element
    kind: str
    name: str
    applies: bool
    surfaces: list[OldSurface]
    transition_velocity: float  # [m/s]
    report: ForceReport
    smooth: SmoothSphere | None = None  # of a SmoothSphereHalfSpaceForce


def read_force(model: Model, element: etree._Element) -> OldForce | ForceReport:
    """Reads a force. Returns a report with the reason if it must stay as it is.

    :raises ConversionError: if a value or a name is wrong
    """
    kind, name = tag_of(element), element.get("name", "")
    report = ForceReport(kind, name, line_of(element), new_name=name)
    if kind == EXPONENTIAL:
        return _explain_exponential(model, element, report)
    if kind == MEYER_FREGLY:
        return _explain_meyer_fregly(model, element, report)
    _note_unknown(element, _PROPERTIES[kind] | _COMMON, report)
    velocity = model.number(element, "transition_velocity", 0.01, POSITIVE, "m/s")
    force = OldForce(element, kind, name, model.does_apply(element), [], velocity, report)
    report.is_off = not force.applies
    if kind == SMOOTH_SPHERE:
        _read_smooth_sphere(model, force)
    else:
        _read_parameters(model, force)
    report.num_surfaces = len(force.surfaces)
    if len(force.surfaces) < 2:
        report.reason_left = "it has fewer than two geometries between which it acts, so it has no force"
        return report
    if kind == FOUNDATION and not any(surface.values for surface in force.surfaces):
        report.reason_left = "it has no ContactMesh, so it has no springs and no force"
        return report
    return force


def _note_unknown(element: etree._Element, known: set[str], report: ForceReport) -> None:
    for child in elements(element):
        tag = tag_of(child)
        if tag not in known and not tag.startswith("socket_"):
            report.changed.append(f"<{tag}> (line {line_of(child)}) is left out; it is no property of {tag_of(element)}")


def _read_values(model: Model, owner: etree._Element, report: ForceReport, default_stiffness: float, is_mesh: bool) -> OldValues:
    values = OldValues(
        model.number(owner, "stiffness", default_stiffness, POSITIVE, "Pa/m" if is_mesh else "Pa"),
        model.number(owner, "dissipation", 0.0, NOT_NEGATIVE, "s/m"),
        model.number(owner, "static_friction", 0.0, NOT_NEGATIVE, "-"),
        model.number(owner, "dynamic_friction", 0.0, NOT_NEGATIVE, "-"),
        model.number(owner, "viscous_friction", 0.0, NOT_NEGATIVE, "s/m"),
    )
    if values.viscous_friction > 0:
        text = f"viscous friction of {short(values.viscous_friction)} s/m is left out"
        if text not in report.changed:
            report.changed.append(text)
    if values.static_friction < values.dynamic_friction:
        element = model.child(owner, "static_friction")
        line = line_of(owner if element is None else element)
        report.changed.append(
            f"static friction (line {line}) {short(values.dynamic_friction)} instead of {short(values.static_friction)}; it cannot be"
            f" below the dynamic friction of {short(values.dynamic_friction)}, which the old force has at high slip speed"
        )
        values = without_falling_static_friction(values)
    return values


def _read_smooth_sphere(model: Model, force: OldForce) -> None:
    element, report = force.element, force.report
    values = _read_values(model, element, report, 1.0, False)
    for socket, kind in (("sphere", SPHERE), ("half_space", HALF_SPACE)):
        path = model.connectee(element, socket)
        if path is None or not text_of(path):
            raise model.document.error(element, f'{force.kind} "{force.name}" has no <socket_{socket}>; it must be the path of a {kind}')
        geometry = model.geometry_at(text_of(path), f"/forceset/{force.name}", path, f"<{tag_of(path)}>")
        if geometry.kind != kind:
            raise model.document.error(path, f"<{tag_of(path)}> names a {geometry.kind}, {geometry.path}; it must be a {kind}")
        force.surfaces.append(OldSurface(geometry, values))
    force.smooth = SmoothSphere(
        values.stiffness,
        values.dissipation,
        model.radius(force.surfaces[0].geometry),
        model.number(element, "constant_contact_force", 1e-5, NOT_NEGATIVE, "N"),
        model.number(element, "hertz_smoothing", 300.0, NOT_NEGATIVE, "-"),
        model.number(element, "hunt_crossley_smoothing", 50.0, NOT_NEGATIVE, "-"),
    )


def _read_parameters(model: Model, force: OldForce) -> None:
    element, report = force.element, force.report
    seen: dict[str, int] = {}
    is_foundation = force.kind == FOUNDATION
    for parameters in element.iter(f"{force.kind}::ContactParameters"):
        _note_unknown(parameters, _PARAMETERS, report)
        names = model.child(parameters, "geometry")
        if names is None or not text_of(names).split():
            raise model.document.error(parameters, f"<{tag_of(parameters)}> has no names in <geometry>; it must name contact geometry")
        listed: list[Geometry] = []
        for name in text_of(names).split():
            geometry = model.geometry_at(name, "/", names, "<geometry>")
            if geometry.path in seen:
                first = seen[geometry.path]
                where = "" if first == line_of(names) else f", also in line {first}"
                raise model.document.error(
                    names, f"<geometry> names '{name}' twice{where}; the old force would act twice. Name each geometry once"
                )
            seen[geometry.path] = line_of(names)
            listed.append(geometry)
        values: OldValues | None = None
        if not is_foundation or any(geometry.kind == MESH for geometry in listed):
            values = _read_values(model, parameters, report, 0.0, is_foundation)
        for geometry in listed:
            if is_foundation:
                force.surfaces.append(OldSurface(geometry, values if geometry.kind == MESH else None))
            elif geometry.kind in (SPHERE, HALF_SPACE, "ContactEllipsoid"):
                force.surfaces.append(OldSurface(geometry, values))
            else:
                report.changed.append(
                    f"{geometry.name} is left out; it is a {geometry.kind}, on which a HuntCrossleyForce has no force"
                )


_NO_GEOMETRY = "it acts on a point of a body, and a DEMContactForce needs geometry with a radius and a modulus. "
_BY_HAND = (
    "Put ContactSpheres where the points are, and a ContactHalfSpace on Ground, and write a DEMContactForce with a modulus"
    " that has the depth of the old force at your load"
)


def _explain_exponential(model: Model, element: etree._Element, report: ForceReport) -> ForceReport:
    d0, d1, d2 = model.numbers(element, "exponential_shape_parameters", (0.0065905, 0.5336, 1150.0), "m, N, 1/m")
    if not (d1 > 0 and d2 > 0):
        shape = model.child(element, "exponential_shape_parameters")
        raise model.document.error(shape, f"<exponential_shape_parameters> is {short(d0)} {short(d1)} {short(d2)}; d1 and d2 must be > 0")
    largest = model.number(element, "max_normal_force", 100000.0, POSITIVE, "N")
    settle = model.number(element, "settle_velocity", 0.01, POSITIVE, "m/s")
    report.reason_left = (
        f"{_NO_GEOMETRY}Its force grows as exp(d/{short(1e3 / d2)} mm), also above the plane, which no law of SimbodyDEM does. It has a"
        f" spring of friction of its own, which works below its settle velocity of {short(settle)} m/s. {_BY_HAND}"
    )
    report.add_forces(lambda depth: exponential_force((d0, d1, d2), largest, depth), None)
    return report


def _explain_meyer_fregly(model: Model, element: etree._Element, report: ForceReport) -> ForceReport:
    stiffness = model.number(element, "stiffness", 1.0e4, POSITIVE, "N/m")
    rest = model.number(element, "spring_resting_length", 0.0, FINITE, "m")
    latch = model.number(element, "latch_velocity", 0.05, POSITIVE, "m/s")
    report.reason_left = (
        f"{_NO_GEOMETRY}Its force is a linear spring of {short(stiffness)} N/m below y = {short(rest)} m of Ground, smoothed over some"
        f" millimetres; its friction slides under any load, with a latch velocity of {short(latch)} m/s. {_BY_HAND}"
    )
    report.add_forces(lambda depth: meyer_fregly_force(stiffness, depth), None)
    return report


def with_stiffness(force: OldForce, stiffness: float) -> OldForce:
    """Returns the force with another stiffness of all its surfaces."""
    surfaces = [
        OldSurface(surface.geometry, None if surface.values is None else replace(surface.values, stiffness=stiffness))
        for surface in force.surfaces
    ]
    return replace(force, surfaces=surfaces)

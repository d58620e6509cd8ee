# SPDX-License-Identifier: Apache-2.0
"""Makes DEMContactForces in the place of old forces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

from lxml import etree

from .document import elements, line_of
from .errors import ConversionError
from .laws import (
    Material,
    OldValues,
    PairValues,
    convert_pair,
    convert_pair_on_rigid,
    convert_values,
    hertz_force,
    mix_new,
    mix_old,
)
from .model import HALF_SPACE, Geometry, Model
from .old_forces import FOUNDATION, SMOOTH_SPHERE, OldForce, OldSurface, with_stiffness
from .options import Options
from .report import ForceReport, PairChange, short


def number_text(value: float) -> str:
    """Returns the shortest text that reads as this number."""
    if math.isinf(value):
        return "Inf"
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text


def _add(parent: etree._Element, tag: str, text: str) -> None:
    etree.SubElement(parent, tag).text = text


def _surface_element(name: str, paths: Iterable[str]) -> etree._Element:
    surface = etree.Element("DEMSurface", name=name)
    _add(surface, "socket_geometry", " ".join(paths))
    return surface


def _material_element(name: str, paths: Iterable[str], material: Material) -> etree._Element:
    surface = _surface_element(name, paths)
    for tag, value in (
        ("youngs_modulus", material.youngs_modulus),
        ("poissons_ratio", material.poissons_ratio),
        ("static_friction", material.static_friction),
        ("kinetic_friction", material.kinetic_friction),
        ("dissipation", material.dissipation),
        ("restitution", material.restitution),
    ):
        _add(surface, tag, number_text(value))
    return surface


def _force_element(force: OldForce, name: str, settings: Sequence[etree._Element], surfaces: Sequence[etree._Element]) -> etree._Element:
    """Makes a DEMContactForce with the attributes of the old force, its components, and the comments at its end."""
    new = etree.Element("DEMContactForce", {str(key): str(value) for key, value in force.element.attrib.items()})
    if name:
        new.set("name", name)
    _add(new, "appliesForce", "true" if force.applies else "false")
    for setting in settings:
        new.append(setting)
    listed = etree.SubElement(new, "surfaces")
    listed.extend(surfaces)
    dropped = 0
    for child in force.element.iterchildren(etree.Comment):
        following = child.getnext()
        if following is None:
            new.append(etree.Comment(child.text))
        else:
            dropped += 1
    for child in elements(force.element):
        if child.tag == "components" and len(child):
            force.report.changed.append(f"<components> (line {line_of(child)}) is left out; a DEMContactForce has none")
    if dropped:
        force.report.changed.append(f"{dropped} comments between its old properties are left out")
    return new


def _text_element(tag: str, text: str) -> etree._Element:
    element = etree.Element(tag)
    element.text = text
    return element


def _laws() -> list[etree._Element]:
    return [_text_element("normal_law", "hunt-crossley"), _text_element("tangential_law", "mindlin-secant")]


def _ground_second(surfaces: Sequence[OldSurface]) -> list[OldSurface]:
    """Puts the first half space on Ground second, where OpenSim's createExternalLoadsTableForGait() reads it."""
    ground = next((s for s in surfaces if s.geometry.kind == HALF_SPACE and s.geometry.is_on_ground), None)
    others = [surface for surface in surfaces if surface is not ground]
    return others if ground is None else [*others[:1], ground, *others[1:]]


def _unique_names(surfaces: Sequence[OldSurface]) -> list[str]:
    names: list[str] = []
    for surface in surfaces:
        name, count = surface.geometry.name, 1
        while name in names:
            count += 1
            name = f"{surface.geometry.name}_{count}"
        names.append(name)
    return names


def _can_touch(a: Geometry, b: Geometry) -> bool:
    """Returns false of two half spaces, and of two geometries of one frame."""
    if a.kind == HALF_SPACE and b.kind == HALF_SPACE:
        return False
    return not (a.is_on_ground and b.is_on_ground) and (a.frame != b.frame or not a.frame)


def _is_ground_side(geometry: Geometry) -> bool:
    return geometry.kind == HALF_SPACE or geometry.is_on_ground


def convert_force(model: Model, force: OldForce, options: Options) -> etree._Element:
    """Makes the new force of one old force, and describes it in the report of the old force."""
    if force.kind == FOUNDATION:
        return _convert_foundation(model, force, options)
    return _convert_points(model, force, options)


def _describe_friction(force: OldForce) -> None:
    velocity = short(force.transition_velocity)
    force.report.changed.append(
        f"transition velocity of {velocity} m/s is left out; the old force slides at up to this speed below the limit of"
        " friction, the new one sticks there by a spring"
    )


def match_load(model: Model, force: OldForce, options: Options) -> OldForce:
    """Returns the force with the stiffness that --match-load asks for."""
    if force.smooth is None or options.match_load is None:
        return force
    load = options.match_load
    stiffness, depth = force.smooth.stiffness_matching(load), force.smooth.depth_at(load)
    if stiffness is None or depth is None:
        sphere = force.surfaces[0].geometry.name
        least, most = force.smooth.force_at(0), force.smooth.force_at(force.smooth.radius)
        raise model.document.error(
            force.element,
            f'{force.kind} "{force.name}": --match-load is {short(load)} N; it must be in ({short(least)}, {short(most)}] N, the forces'
            f" of {sphere} at first touch and at the depth of its radius",
        )
    force.report.changed.append(
        f"stiffness {short(stiffness)} Pa instead of {short(force.smooth.stiffness)} Pa; with it both forces have the depth of"
        f" {short(1e3 * depth)} mm at {short(load)} N, and differ at other loads"
    )
    return with_stiffness(force, stiffness)


def _describe_smooth(force: OldForce, effective_modulus: float, is_matched: bool) -> None:
    """Adds the forces of both laws, which differ at every depth since the old one is smoothed."""
    smooth, report = force.smooth, force.report
    assert smooth is not None
    if not is_matched:
        report.kept.append(f"stiffness of {short(smooth.stiffness)} Pa; not the elastic force, see the table")
    report.changed.append(
        f"the smoothing of the old force is left out: constant_contact_force {short(smooth.constant_contact_force)} (as the square of a"
        f" length, {short(1e3 * math.sqrt(smooth.constant_contact_force))} mm), hertz_smoothing, hunt_crossley_smoothing; the new"
        " force is 0 before contact"
    )
    report.add_forces(smooth.force_at, lambda depth: hertz_force(effective_modulus, smooth.radius, depth))


def _values_text(values: OldValues) -> str:
    return (
        f"dissipation {short(values.dissipation)} s/m, static friction {short(values.static_friction)},"
        f" kinetic friction {short(values.dynamic_friction)}"
    )


def _convert_points(model: Model, force: OldForce, options: Options) -> etree._Element:
    if options.match_load is not None:
        force = match_load(model, force, options)
    surfaces = _ground_second(force.surfaces)
    report = force.report
    _describe_friction(force)
    materials: list[Material] = []
    for surface in surfaces:
        assert surface.values is not None
        materials.append(convert_values(surface.values, options.poissons_ratio, options.impact_speed))
    if force.kind == SMOOTH_SPHERE:
        values = surfaces[0].values
        assert values is not None
        _describe_smooth(force, mix_new(materials[0], materials[1]).effective_modulus, options.match_load is not None)
        report.kept.append(_values_text(values))
    else:
        for (a, material_a), (b, material_b) in combinations(zip(surfaces, materials, strict=True), 2):
            assert a.values is not None and b.values is not None
            if _can_touch(a.geometry, b.geometry):
                old, new = mix_old(a.values, b.values), mix_new(material_a, material_b)
                names = [a.geometry.name, b.geometry.name]
                if a.geometry.kind == HALF_SPACE:
                    names.reverse()
                report.pairs.append(PairChange(names[0], names[1], old, new))
    new_surfaces = [
        _material_element(name, [surface.geometry.path], material)
        for name, surface, material in zip(_unique_names(surfaces), surfaces, materials, strict=True)
    ]
    return _force_element(force, force.name, _laws(), new_surfaces)


def _layer_values(force: OldForce) -> list[OldValues | None]:
    """Chooses the layers, in the order of the surfaces.

    A mesh that touches shapes without springs keeps its stiffness. ElasticFoundationForce adds the springs of two meshes at half
    weight, which makes (k1 + k2)/2. Two layers are in series, which makes K1 K2/(K1 + K2). Two layers of k1 + k2 each have the old
    force. Their dissipation and friction are the means by stiffness, which keep the damping and the limit of the pair. More than two
    meshes get 2 k each, which is exact for pairs of equal meshes.
    """
    old = [surface.values for surface in force.surfaces]
    meshes = [values for values in old if values is not None]
    if len(meshes) < len(old):
        return list(old)
    if len(meshes) != 2:
        return [OldValues(2 * m.stiffness, m.dissipation, m.static_friction, m.dynamic_friction) for m in meshes]
    one, two = meshes
    total = one.stiffness + two.stiffness

    def mean(a: float, b: float) -> float:
        return a if a == b else (one.stiffness * a + two.stiffness * b) / total

    layer = OldValues(
        total,
        mean(one.dissipation, two.dissipation),
        mean(one.static_friction, two.static_friction),
        mean(one.dynamic_friction, two.dynamic_friction),
    )
    return [layer, layer]


def _describe_meshes(force: OldForce, layers: Sequence[OldValues | None]) -> None:
    """Describes the pairs of meshes whose force changes."""
    for (a, new_a), (b, new_b) in combinations(zip(force.surfaces, layers, strict=True), 2):
        old_a, old_b = a.values, b.values
        if old_a is None or old_b is None or new_a is None or new_b is None:
            continue
        if a.geometry.frame == b.geometry.frame and a.geometry.frame:
            continue
        total = old_a.stiffness + old_b.stiffness
        before, after = total / 2, new_a.stiffness * new_b.stiffness / (new_a.stiffness + new_b.stiffness)
        old_static = (old_a.stiffness * old_a.static_friction + old_b.stiffness * old_b.static_friction) / total
        old_kinetic = (old_a.stiffness * old_a.dynamic_friction + old_b.stiffness * old_b.dynamic_friction) / total
        static = min(new_a.static_friction, new_b.static_friction)
        kinetic = min(new_a.dynamic_friction, new_b.dynamic_friction)
        pair = f"{a.geometry.path} on {b.geometry.path}"
        if abs(after - before) < 0.005 * before and abs(static - old_static) < 1e-6 and abs(kinetic - old_kinetic) < 1e-6:
            force.report.kept.append(f"{pair}: stiffness {short(before)} Pa/m, friction")
            continue
        force.report.changed.append(
            f"{pair}: stiffness {short(after)} instead of {short(before)} Pa/m, static friction {short(static)} instead of"
            f" {short(old_static)}, kinetic friction {short(kinetic)} instead of {short(old_kinetic)}"
        )


def _convert_foundation(model: Model, force: OldForce, options: Options) -> etree._Element:
    nu = options.poissons_ratio
    if not -1 < nu < 0.5:
        raise model.document.error(
            force.element, f'{force.kind} "{force.name}": --poisson is {short(nu)}; the layers that it becomes need one in (-1, 0.5)'
        )
    report = force.report
    shear_ratio = (1 - 2 * nu) / (2 * (1 - nu))
    velocity = math.sqrt(3.0) * force.transition_velocity
    note = f"shear stiffness {shear_ratio:.3g} of the normal one, for Poisson's ratio {number_text(nu)}"
    layers = _layer_values(force)
    num_meshes = sum(layer is not None for layer in layers)
    if num_meshes == len(layers):
        if num_meshes == 2:
            note += ", two layers in series of the old force, each of k1 + k2"
        else:
            note += ", layers of 2 k in place of each k, since two layers are in series"
    report.changed.append("springs become layers: " + note)
    report.changed.append(
        f"transition velocity of {short(velocity)} m/s, sqrt(3) of the old one, at which both have fallen half way to kinetic friction;"
        " below it the new force sticks"
    )
    _describe_meshes(force, layers)
    order = _ground_second(force.surfaces)
    names = dict(zip(map(id, order), _unique_names(order), strict=True))
    by_surface = dict(zip(map(id, force.surfaces), layers, strict=True))
    new_surfaces = []
    for surface in order:
        layer = by_surface[id(surface)]
        element = _surface_element(names[id(surface)], [surface.geometry.path])
        if layer is not None:
            holder = etree.SubElement(element, "elastic_layer")
            of = etree.SubElement(holder, "DEMElasticLayer")
            for tag, value in (
                ("normal_stiffness", layer.stiffness),
                ("shear_stiffness", shear_ratio * layer.stiffness),
                ("static_friction", layer.static_friction),
                ("kinetic_friction", layer.dynamic_friction),
                ("transition_velocity", velocity),
                ("dissipation", layer.dissipation),
            ):
                _add(of, tag, number_text(value))
            report.kept.append(f"{surface.geometry.name}: dissipation, friction; stiffness of its layer {short(layer.stiffness)} Pa/m")
        new_surfaces.append(element)
    settings: list[etree._Element] = [etree.Comment(f" Of an ElasticFoundationForce: {note}. ")]
    rigid = [surface for surface in force.surfaces if surface.values is None]
    if len(rigid) > 1:  # without springs they had no force on each other
        pairs = [f"{names[id(a)]} {names[id(b)]}" for a, b in combinations(rigid, 2)]
        settings.append(_text_element("exclude", " ".join(pairs)))
    return _force_element(force, force.name, settings, new_surfaces)


def merge_forces(model: Model, name: str, forces: Sequence[OldForce], options: Options) -> tuple[etree._Element, ForceReport]:
    """Makes one force of several: the geometry on bodies first, half spaces and geometry on Ground second.

    If all pairs have equal values, both surfaces have the material of the pairs. Otherwise the second surface is rigid and as rough as
    the roughest pair, and geometry of equal values is one surface each, so that each pair keeps its values.
    """
    owner = f"--merge {name}"
    first = forces[0]
    if any(force.kind == FOUNDATION for force in forces):
        raise ConversionError(f"{owner}: an {FOUNDATION} becomes layers and cannot be merged")
    if len({force.applies for force in forces}) > 1:
        raise ConversionError(f"{owner}: some of the forces are off and some are not; switch all on or all off")
    pairs: dict[str, PairValues] = {}
    feet: dict[str, Geometry] = {}
    grounds: dict[str, Geometry] = {}
    lost: list[str] = []
    all_values: set[OldValues] = set()
    for old in forces:
        force = match_load(model, old, options)
        all_values.update(surface.values for surface in force.surfaces if surface.values is not None)
        _describe_friction(force)
        ground_side = [surface for surface in force.surfaces if _is_ground_side(surface.geometry)]
        others = [surface for surface in force.surfaces if not _is_ground_side(surface.geometry)]
        if not ground_side or not others:
            raise model.document.error(
                force.element,
                f'{owner}: {force.kind} "{force.name}" must have a ContactHalfSpace or geometry on Ground, and geometry on a body',
            )
        for surface in others:
            for ground in ground_side:
                assert surface.values is not None and ground.values is not None
                pair = mix_old(surface.values, ground.values)
                path = surface.geometry.path
                if path in pairs and pairs[path] != pair:
                    raise model.document.error(
                        force.element, f"{owner}: {path} has different values in two of the forces or on two geometries of the ground"
                    )
                pairs[path] = pair
                feet[path] = surface.geometry
                grounds[ground.geometry.path] = ground.geometry
        lost += [f"{a.geometry.name} and {b.geometry.name}" for a, b in combinations(others, 2) if _can_touch(a.geometry, b.geometry)]
    groups: dict[PairValues, list[str]] = {}
    for path, pair in pairs.items():
        groups.setdefault(pair, []).append(path)
    report = ForceReport("merged forces", name, first.report.line, new_name=name, is_off=not first.applies)
    ground_names = [of.name for of in grounds.values()]
    ground_name = ground_names[0] if len(ground_names) == 1 else "ground"
    nu, speed = options.poissons_ratio, options.impact_speed
    settings = _laws()
    if len(groups) == 1:
        material = convert_pair(next(iter(groups)), nu, speed)
        if len(all_values) == 1:
            material = convert_values(next(iter(all_values)), nu, speed)  # without the rounding of the pair
        ground_material = material
        surfaces = [_material_element(name, feet, material)]
        materials = {path: material for path in feet}
    else:
        materials = {path: convert_pair_on_rigid(pair, nu, speed) for path, pair in pairs.items()}
        ground_material = Material(
            math.inf,
            nu,
            max(m.static_friction for m in materials.values()),
            max(m.kinetic_friction for m in materials.values()),
            0.0,
            max(m.restitution for m in materials.values()),
        )
        names = [f"{name}_{number}" for number in range(1, len(groups) + 1)]
        surfaces = [_material_element(of, paths, materials[paths[0]]) for of, paths in zip(names, groups.values(), strict=True)]
        settings.append(_text_element("exclude", " ".join(f"{a} {b}" for a, b in combinations(names, 2))))
        report.changed.append(
            f"the forces have {len(groups)} materials: {ground_name} is rigid, and {', '.join(names)} have the moduli of the pairs"
        )
    surfaces.insert(1, _material_element(ground_name, grounds, ground_material))
    if all(geometry.is_on_ground for geometry in grounds.values()):
        settings.insert(2, _text_element("exclude_adjacent_bodies", "true"))
        report.changed.append("contacts of bodies with their parents are excluded (exclude_adjacent_bodies)")
    if lost:
        text = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more pairs" if len(lost) > 3 else "")
        report.changed.append(f"no force any more between {text}")
    for path, pair in pairs.items():
        if not any(force.smooth and force.surfaces[0].geometry.path == path for force in forces):
            report.pairs.append(PairChange(feet[path].name, ground_name, pair, mix_new(materials[path], ground_material)))
    report.num_surfaces = len(surfaces)
    for force in forces:
        force.report.new_name, force.report.num_surfaces = name, len(surfaces)
        if force.smooth is not None:
            path = force.surfaces[0].geometry.path
            _describe_smooth(force, mix_new(materials[path], ground_material).effective_modulus, options.match_load is not None)
            values = force.surfaces[0].values
            assert values is not None
            force.report.kept.append(_values_text(values))
    return _force_element(first, name, settings, surfaces), report


# SPDX-License-Identifier: Apache-2.0
"""Converts a model."""

from __future__ import annotations

import os
import re
from pathlib import Path

from lxml import etree

from .document import Document, elements, line_of, read, text_of
from .errors import ConversionError, NothingToConvert
from .model import Model
from .new_forces import convert_force, merge_forces
from .old_forces import FORCE_KINDS, SMOOTH_SPHERE, OldForce, read_force
from .options import Options
from .report import ForceReport, Report


def convert(source: str | os.PathLike[str] | etree._ElementTree, options: Options | None = None) -> Report:
    """Replaces the contact forces of an OpenSim model by DEMContactForces. Nothing is written.

    :param source: the path of an .osim file, or a tree of lxml, which stays as it is
    :returns: the report, which also holds the converted model
    :raises NothingToConvert: if the model has no contact force that can be converted
    :raises ConversionError: if an option, a value or a name is wrong; the message has all errors, one a line
    """
    options = (Options() if options is None else options).checked()
    document = read(source)
    model = Model(document)
    found = [element for kind in FORCE_KINDS for element in model.find_all(kind)]
    found.sort(key=lambda element: document.spans[element])
    errors: list[str] = []
    forces: list[OldForce | ForceReport] = []
    for element in found:
        try:
            forces.append(read_force(model, element))
        except ConversionError as error:
            errors.append(str(error))
    if errors:
        raise ConversionError("\n".join(errors))
    convertible = [force for force in forces if isinstance(force, OldForce)]
    merged = _find_merged(convertible, forces, options)
    if not convertible:
        raise NothingToConvert(_explain_nothing(document, forces))
    if options.match_load is not None and not any(force.kind == SMOOTH_SPHERE for force in convertible):
        raise ConversionError(f"{document.name}: --match-load is for a {SMOOTH_SPHERE}, and the model has none")
    notes: list[str] = []
    merges: list[ForceReport] = []
    replaced: list[tuple[OldForce, etree._Element]] = []
    removed: list[OldForce] = []
    for force in convertible:
        try:
            if force.name in merged.names and force.name:
                new_name = merged.names[force.name]
                group = merged.groups[new_name]
                if force is group[0]:
                    element, report = merge_forces(model, new_name, group, options)
                    replaced.append((force, element))
                    merges.append(report)
                else:
                    removed.append(force)
            else:
                replaced.append((force, convert_force(model, force, options)))
        except ConversionError as error:
            errors.append(str(error))
    if errors:
        raise ConversionError("\n".join(errors))
    for force, element in replaced:
        document.replace(force.element, element)
    for force in removed:
        document.remove(force.element)
    notes += _find_references(document, merged, [force.element for force in convertible])
    notes += _describe_defaults(model)
    listed = [force if isinstance(force, ForceReport) else force.report for force in forces]
    folder = None if isinstance(source, etree._ElementTree) else Path(source).parent
    return Report(document.name, document.result(), listed, merges, notes, folder)


class _Merged:
    """Holds the forces that are merged."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.groups: dict[str, list[OldForce]] = {}


def _find_merged(convertible: list[OldForce], forces: list[OldForce | ForceReport], options: Options) -> _Merged:
    merged = _Merged()
    all_names = [force.name for force in forces]
    for new, old in options.merge.items():
        group: list[OldForce] = []
        for name in old:
            fitting = [force for force in convertible if force.name == name]
            if len(fitting) != 1:
                known = ", ".join(force.name for force in convertible if force.name) or "none"
                what = "no contact force that can be converted is" if not fitting else f"{len(fitting)} contact forces are"
                raise ConversionError(f"--merge {new}: {what} called {name}; the model has {known}")
            group += fitting
            merged.names[name] = new
        if new in all_names and new not in old:
            raise ConversionError(f"--merge {new}: the model has another force of this name; choose a new name")
        # The new force takes the place of the one that is first in the file.
        merged.groups[new] = sorted(group, key=lambda force: convertible.index(force))
    return merged


def _explain_nothing(document: Document, forces: list[OldForce | ForceReport]) -> str:
    kinds = ", ".join(FORCE_KINDS[:3])
    lines = [f"{document.name}: there is nothing to convert, no {kinds} that acts between two geometries"]
    lines += [str(force) for force in forces]
    return "\n".join(lines)


def _find_references(document: Document, merged: _Merged, converted: list[etree._Element]) -> list[str]:
    """Returns a note for each element outside of the forces that names a force that no longer exists."""
    gone = {old for old, new in merged.names.items() if old != new}
    if not gone:
        return []
    inside = {element for force in converted for element in force.iter(etree.Element)}
    notes = []
    for element in document.root.iter(etree.Element):
        if element in inside or next(elements(element), None) is not None:
            continue
        for word in text_of(element).split():
            name = re.sub(r"^.*/?forceset/", "", word, flags=re.IGNORECASE)
            if name in gone and (name != word or element.tag == "members"):
                notes.append(
                    f"line {line_of(element)}: <{element.tag}> names {word}, which has become {merged.names[name]}; change it yourself"
                )
    return notes


def _describe_defaults(model: Model) -> list[str]:
    return [
        f"line {line_of(element)}: <{kind}> of <defaults> stays; its values were used where a force has none"
        for kind, element in model.defaults.items()
        if kind in FORCE_KINDS
    ]

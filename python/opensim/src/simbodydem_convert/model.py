# SPDX-License-Identifier: Apache-2.0
"""Reads values, contact geometry and frames of a model, as OpenSim does."""

from __future__ import annotations

import difflib
import math
import posixpath
import re
from dataclasses import dataclass

from lxml import etree

from .document import Document, elements, line_of, tag_of, text_of

SPHERE, HALF_SPACE, MESH = "ContactSphere", "ContactHalfSpace", "ContactMesh"
GEOMETRY_KINDS = (SPHERE, HALF_SPACE, MESH, "ContactEllipsoid", "ContactCylinder", "ContactTorus")

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


@dataclass(frozen=True)
class Range:
    """Describes the values that a number may have."""

    text: str
    least: float = -math.inf
    is_open: bool = False

    def contains(self, value: float) -> bool:
        """Returns whether a finite number is in the range."""
        return math.isfinite(value) and (value > self.least if self.is_open else value >= self.least)


POSITIVE = Range("a number > 0", 0.0, True)
NOT_NEGATIVE = Range("a number >= 0", 0.0)
FINITE = Range("a finite number")


@dataclass(frozen=True)
class Geometry:
    """Holds a contact geometry of the model."""

    path: str
    kind: str
    element: etree._Element
    frame: str  # as the file has it; empty if it has none
    is_on_ground: bool

    @property
    def name(self) -> str:
        """Returns the last part of the path."""
        return self.path.rsplit("/", 1)[-1]


class Model:
    """Finds things in a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.defaults: dict[str, etree._Element] = {}
        self.in_defaults: set[etree._Element] = set()
        for group in document.root.iter("defaults"):
            self.in_defaults.update(group.iter(etree.Element))
            for element in elements(group):
                self.defaults[tag_of(element)] = element
        self._geometry: dict[str, list[etree._Element]] = {}
        for kind in GEOMETRY_KINDS:
            for element in self.find_all(kind):
                self._geometry.setdefault(element.get("name", ""), []).append(element)

    def find_all(self, tag: str) -> list[etree._Element]:
        """Returns all elements of a class except those in <defaults>, which are no parts of the model."""
        return [element for element in self.document.root.iter(etree.Element) if element.tag == tag and element not in self.in_defaults]

    def child(self, owner: etree._Element, tag: str) -> etree._Element | None:
        """Returns a property of an object. If the object lacks it, that of the default object of the class is returned.

        :raises ConversionError: if it is there twice
        """
        for holder in (owner, self.defaults.get(tag_of(owner))):
            found = [] if holder is None else [element for element in elements(holder) if element.tag == tag]
            if len(found) > 1:
                raise self.document.error(found[1], f"<{tag}> is there twice, also in line {line_of(found[0])}; give it once")
            if found:
                return found[0]
        return None

    def number(self, owner: etree._Element, tag: str, default: float, allowed: Range, unit: str) -> float:
        """Returns the number of a property.

        :raises ConversionError: with file, line, element, value and range, if it is no number or out of its range
        """
        element = self.child(owner, tag)
        if element is None:
            if not allowed.contains(default):
                raise self.document.error(owner, f"<{tag_of(owner)}> has no <{tag}>; it must have {allowed.text} [{unit}]")
            return default
        text = text_of(element)
        wrong = f"<{tag}> is '{text}'; it must be {allowed.text} [{unit}]"
        if not _NUMBER.fullmatch(text):
            hint = ", with a point before the decimals" if re.fullmatch(r"[-+]?\d*,\d+([eE][-+]?\d+)?", text) else ""
            raise self.document.error(element, wrong + hint)
        value = float(text)
        if not allowed.contains(value):
            raise self.document.error(element, wrong)
        return value

    def numbers(self, owner: etree._Element, tag: str, default: tuple[float, ...], unit: str) -> tuple[float, ...]:
        """Returns the numbers of a property, as many as the default has."""
        element = self.child(owner, tag)
        if element is None:
            return default
        words = text_of(element).replace("(", " ").replace(")", " ").split()
        if len(words) != len(default) or not all(_NUMBER.fullmatch(word) for word in words):
            text = " ".join(words)
            raise self.document.error(element, f"<{tag}> is '{text}'; it must be {len(default)} numbers [{unit}]")
        return tuple(float(word) for word in words)

    def flag(self, owner: etree._Element, tag: str, default: bool) -> bool:
        """Returns a property that is true or false."""
        element = self.child(owner, tag)
        if element is None:
            return default
        text = text_of(element).lower()
        if text not in ("true", "false", "0", "1"):
            raise self.document.error(element, f"<{tag}> is '{text}'; it must be true or false")
        return text in ("true", "1")

    def does_apply(self, force: etree._Element) -> bool:
        """Returns whether a force acts, by appliesForce of OpenSim 4 or by isDisabled of a file of version 3."""
        return self.flag(force, "appliesForce", not self.flag(force, "isDisabled", False))

    def connectee(self, owner: etree._Element, socket: str) -> etree._Element | None:
        """Returns the element with the path of a socket, in the forms of OpenSim 4."""
        for tag in (f"socket_{socket}", f"socket_{socket}_connectee_name"):
            element = self.child(owner, tag)
            if element is not None:
                return element
        for connector in owner.iterfind("connectors/*"):
            if connector.get("name") == socket:
                return connector.find("connectee_name")
        return None

    def geometry_at(self, path: str, owner_path: str, element: etree._Element, what: str) -> Geometry:
        """Returns the geometry of a path, or of a name in the set of contact geometry.

        :param what: the property in messages
        :raises ConversionError: if the model has none of this name
        """
        if "/" not in path:
            absolute = "/contactgeometryset/" + path
        else:
            absolute = posixpath.normpath(posixpath.join(owner_path, path))
        name = absolute.rsplit("/", 1)[-1]
        found = self._geometry.get(name, [])
        if not found:
            known = ", ".join(sorted(name for name in self._geometry if name)) or "none"
            hint = ""
            similar = difflib.get_close_matches(name, self._geometry, 1)
            if name.strip(",;") != name:
                hint = "; names are separated by spaces"
            elif similar:
                hint = f"; is it {similar[0]}?"
            raise self.document.error(
                element, f"{what} names '{path}', and there is no contact geometry called {name}{hint}; the model has {known}"
            )
        if len(found) > 1:
            lines = " and ".join(str(line_of(of)) for of in found)
            raise self.document.error(element, f"{what} names '{path}', and the lines {lines} have a geometry of this name")
        of = found[0]
        if not path.startswith("/") and next(of.iterancestors("ContactGeometrySet"), None) is not None:
            absolute = "/contactgeometryset/" + name  # whatever the owner of a relative path
        frame_element = self.connectee(of, "frame")
        if frame_element is None:
            frame_element = self.child(of, "body_name")
        frame = "" if frame_element is None else text_of(frame_element)
        return Geometry(absolute, tag_of(of), of, frame, self._is_on_ground(of, frame))

    def _is_on_ground(self, element: etree._Element, frame: str, depth: int = 0) -> bool:
        if frame == "..":  # the geometry is a component of its frame
            owner = next((of for of in element.iterancestors() if of.tag in ("Ground", "Body", "PhysicalOffsetFrame")), None)
            if owner is None or owner.tag == "Body":
                return False
            parent = self.connectee(owner, "parent")
            return owner.tag == "Ground" or (
                parent is not None and depth < 10 and self._is_on_ground(owner, text_of(parent), depth + 1)
            )
        name = frame.rsplit("/", 1)[-1]
        if name == "ground" or re.match(r"/ground(/|$)", frame):
            return True
        if depth > 10:
            return False
        for offset in self.document.root.iter("PhysicalOffsetFrame"):
            if offset.get("name") == name and offset not in self.in_defaults:
                parent = self.connectee(offset, "parent")
                return parent is not None and self._is_on_ground(offset, text_of(parent), depth + 1)
        return False

    def radius(self, sphere: Geometry) -> float:
        """Returns the radius of a sphere [m]."""
        return self.number(sphere.element, "radius", 0.0, POSITIVE, "m")

# SPDX-License-Identifier: Apache-2.0
"""Reads an .osim file and replaces elements in it, without a change of any other byte."""

from __future__ import annotations

import os
import re
import xml.parsers.expat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from .errors import ConversionError, reason_of

_ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "us-ascii": "ascii", "ascii": "ascii", "iso-8859-1": "latin-1", "latin1": "latin-1"}
_START_TAG = re.compile(rb"""<[^\s/>]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(/?)>""")


@dataclass
class Document:
    """Holds the bytes of a model, its tree, and the position of each element in the bytes."""

    name: str
    content: bytes
    root: etree._Element
    spans: dict[etree._Element, tuple[int, int]]
    encoding: str
    _edits: list[tuple[int, int, bytes]] = field(default_factory=list)

    def error(self, element: etree._Element | None, message: str) -> ConversionError:
        """Makes an error that names the file and the line of the element."""
        line = "" if element is None else f":{line_of(element)}"
        return ConversionError(f"{self.name}{line}: {message}")

    def replace(self, element: etree._Element, new: etree._Element) -> None:
        """Replaces an element. The new one has the indentation and the line ends of the old one."""
        start, end = self.spans[element]
        indent = self._indent_before(start)
        if b"\n" in self.content[start:end] and indent is not None:
            step = self._indent_step(element, indent)
            level = len(indent) // len(step)
            etree.indent(new, space=step, level=level)
            if step * level != indent:  # the depth of this line is not a multiple of its step
                etree.indent(new, space=step, level=0)
                _prefix_lines(new, indent)
        new.tail = None
        text = etree.tostring(new, encoding="unicode")
        if b"\r\n" in self.content[start:end]:
            text = text.replace("\n", "\r\n")
        self._edits.append((start, end, text.encode(self.encoding, "xmlcharrefreplace")))

    def remove(self, element: etree._Element) -> None:
        """Removes an element, with its line if nothing else is on it."""
        start, end = self.spans[element]
        indent = self._indent_before(start)
        if indent is not None:
            start -= len(indent.encode(self.encoding))
            start -= 1
            if self.content[start - 1 : start] == b"\r":
                start -= 1
        self._edits.append((start, end, b""))

    def result(self) -> bytes:
        """Returns the content with all replacements."""
        content = self.content
        for start, end, text in sorted(self._edits, reverse=True):
            content = content[:start] + text + content[end:]
        return content

    def _indent_before(self, start: int) -> str | None:
        """Returns the spaces and tabs between the beginning of the line and the element; None if there is more."""
        begin = self.content.rfind(b"\n", 0, start) + 1
        before = self.content[begin:start]
        return before.decode("ascii") if begin > 0 and not before.strip(b" \t") else None

    def _indent_step(self, element: etree._Element, indent: str) -> str:
        """Returns by how much the children of the element are indented; a tab if that is not clear."""
        for child in elements(element):
            inner = self._indent_before(self.spans[child][0])
            if inner is not None and inner.startswith(indent) and len(inner) > len(indent):
                return inner[len(indent) :]
        return "\t"


def _prefix_lines(element: etree._Element, prefix: str) -> None:
    for of in element.iter():
        if of.text and of.text.startswith("\n") and isinstance(of.tag, str):
            of.text = "\n" + prefix + of.text[1:]
        if of is not element and of.tail and of.tail.startswith("\n"):
            of.tail = "\n" + prefix + of.tail[1:]


def elements(parent: etree._Element) -> Iterator[etree._Element]:
    """Yields the children that are elements, without comments."""
    return (child for child in parent if isinstance(child.tag, str))


def line_of(element: etree._Element) -> int:
    """Returns the line of an element."""
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def text_of(element: etree._Element) -> str:
    """Returns the text of a value, without comments, as OpenSim reads it."""
    parts = [element.text, *(child.tail for child in element)]
    return "".join(part for part in parts if part).strip()


def tag_of(element: etree._Element) -> str:
    """Returns the tag as text."""
    return str(element.tag)


def read(source: str | os.PathLike[str] | etree._ElementTree) -> Document:
    """Reads a model of a file, or of a tree, which stays as it is. Lines of a tree are those of its serialized form.

    :raises ConversionError: if the file cannot be read or is not well-formed XML
    """
    if isinstance(source, etree._ElementTree):
        if source.getroot() is None:
            raise ConversionError("the tree has no root element; it must be <OpenSimDocument>")
        name = source.docinfo.URL or "document"
        serialized = etree.tostring(source, encoding=source.docinfo.encoding or "UTF-8", xml_declaration=True)
        assert isinstance(serialized, bytes)
        return parse(serialized, name)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source is a {type(source).__name__}; it must be the path of an .osim file or a tree of lxml")
    path = Path(source)
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ConversionError(f"{path}: cannot be read: {reason_of(error)}") from error
    return parse(content, str(path))


def parse(content: bytes, name: str) -> Document:
    """Reads a model of bytes. The name is that of messages.

    OpenSim's tags, such as HuntCrossleyForce::ContactParameters, are no names of XML with namespaces. So the content is checked
    by expat, which does not read namespaces and has the position of each element, and the tree is made by lxml.
    :raises ConversionError: if the content is not well-formed XML, in an encoding that OpenSim reads
    """
    spans: list[tuple[int, int]] = []
    tags: list[str] = []
    open_elements: list[int] = []
    encoding = "utf-8"
    parser = xml.parsers.expat.ParserCreate()

    def declare(_version: str, declared: str | None, _standalone: int) -> None:
        nonlocal encoding
        key = (declared or "utf-8").lower()
        if key not in _ENCODINGS:
            raise ConversionError(f"{name}:1: the encoding is {declared}; it must be UTF-8, US-ASCII or ISO-8859-1")
        encoding = _ENCODINGS[key]

    def refuse_doctype(*_: object) -> None:
        raise ConversionError(f"{name}:{parser.CurrentLineNumber}: the model has a DOCTYPE, which OpenSim does not read")

    def start(tag: str, _attributes: dict[str, str]) -> None:
        open_elements.append(len(spans))
        spans.append((parser.CurrentByteIndex, 0))
        tags.append(tag)

    def end(_tag: str) -> None:
        index = open_elements.pop()
        begin = spans[index][0]
        opening = _START_TAG.match(content, begin)
        assert opening is not None
        stop = opening.end() if opening.group(1) else content.index(b">", parser.CurrentByteIndex) + 1
        spans[index] = (begin, stop)

    parser.XmlDeclHandler = declare
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    if not content.strip():
        raise ConversionError(f"{name}: the file is empty; it must be an .osim file")
    if content[:2] == b"\x1f\x8b":
        raise ConversionError(f"{name}: the file is compressed by gzip; unpack it first")
    if content[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in content[:4]:
        raise ConversionError(f"{name}:1: the encoding is UTF-16 or UTF-32; it must be UTF-8, US-ASCII or ISO-8859-1")
    try:
        parser.Parse(content, True)
    except xml.parsers.expat.ExpatError as error:
        text = xml.parsers.expat.errors.messages[error.code]
        raise ConversionError(f"{name}:{error.lineno}: it is not well-formed XML: {text} (column {error.offset + 1})") from error
    # Recovery is for tags with two colons only, since expat has found the rest well-formed.
    root = etree.fromstring(content, etree.XMLParser(recover=True, resolve_entities=False, strip_cdata=False, huge_tree=True))
    found = list(root.iter(etree.Element))
    if [tag_of(element) for element in found] != tags:
        raise ConversionError(f"{name}: the elements cannot be located; save the model with OpenSim and convert that file")
    if tags[0] != "OpenSimDocument":
        raise ConversionError(f"{name}:{line_of(root)}: the root element is <{tags[0]}>; it must be <OpenSimDocument>")
    if root.find("Model") is None:
        there = ", ".join(f"<{tag_of(element)}>" for element in elements(root)) or "nothing"
        raise ConversionError(f"{name}:{line_of(root)}: <OpenSimDocument> has {there}; it must have a <Model>")
    return Document(name, content, root, dict(zip(found, spans, strict=True)), encoding)

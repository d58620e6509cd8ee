# SPDX-License-Identifier: Apache-2.0
"""Writes a converted model."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from lxml import etree

from .document import parse, text_of
from .errors import ConversionError, reason_of
from .report import Report


def check_output(path: str | os.PathLike[str], overwrite: bool = False) -> Path:
    """Returns the path of a file that can be written. A link is followed.

    :raises ConversionError: if its folder is missing, if it is no file, or if it exists and is not to be overwritten
    """
    target = Path(path)
    try:
        return _check(target, target.resolve(), overwrite)
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: links in a circle
        reason = str(error) if isinstance(error, RuntimeError) else reason_of(error)
        raise ConversionError(f"{target}: cannot be written: {reason}") from error


def _check(target: Path, real: Path, overwrite: bool) -> Path:
    missing = real.parent
    if not missing.is_dir():
        while not missing.parent.exists():
            missing = missing.parent
        what = "is no folder" if missing.exists() else "does not exist"
        raise ConversionError(f"{target}: the folder {_shown(target, missing)} {what}; create it first")
    if real.is_dir():
        raise ConversionError(f"{target}: it is a folder; give the name of an .osim file")
    if real.exists() and not real.is_file():
        raise ConversionError(f"{target}: it is a device or pipe; give the name of an .osim file")
    if real.exists() and not overwrite:
        raise ConversionError(f"{target}: it exists; choose another name, or give --force to overwrite it")
    return real


def _shown(target: Path, folder: Path) -> Path:
    """Returns a folder as the user has given it, if it is one of the given path."""
    return next((of for of in target.parents if of.resolve() == folder), folder)


def write(report: Report, path: str | os.PathLike[str], overwrite: bool = False) -> None:
    """Writes the converted model, wholly or not at all. Contact meshes are named from the folder of the new file.

    :raises ConversionError: if the file exists and is not to be overwritten, or cannot be written
    """
    target = check_output(path, overwrite)
    content = _with_meshes_from(report, target.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=target.name[:100], dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            if target.exists():
                mode = stat.S_IMODE(target.stat().st_mode)
            else:
                mask = os.umask(0)
                os.umask(mask)
                mode = 0o666 & ~mask
            os.chmod(name, mode)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise ConversionError(f"{path}: cannot be written: {error.strerror}") from error


def _with_meshes_from(report: Report, folder: Path) -> bytes:
    """Returns the converted model for this folder. OpenSim looks for the file of a ContactMesh in the folder of the model."""
    if report.folder is None or report.folder.resolve() == folder:
        return report.content
    document = parse(report.content, report.source)
    for mesh in document.root.iter("ContactMesh"):
        for element in mesh.iterfind("filename"):
            file = text_of(element)
            if file and not os.path.isabs(file) and (report.folder / file).is_file():
                new = etree.Element("filename")
                new.text = os.path.relpath((report.folder / file).resolve(), folder)
                document.replace(element, new)
    return document.result()

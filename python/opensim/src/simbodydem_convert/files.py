# SPDX-License-Identifier: Apache-2.0
"""Writes a converted model."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .errors import ConversionError
from .report import Report


def check_output(path: str | os.PathLike[str], overwrite: bool = False) -> Path:
    """Returns the path of a file that can be written.

    :raises ConversionError: if its folder is missing, or if it exists and is not to be overwritten
    """
    target = Path(path)
    folder = target.parent
    if not folder.is_dir():
        missing = folder
        while not missing.parent.exists():
            missing = missing.parent
        what = "is no folder" if missing.exists() else "does not exist"
        raise ConversionError(f"{target}: the folder {missing} {what}; create it first")
    if target.is_dir():
        raise ConversionError(f"{target}: it is a folder; give the name of an .osim file")
    if target.exists() and not overwrite:
        raise ConversionError(f"{target}: it exists; choose another name, or give --force to overwrite it")
    return target


def write(report: Report, path: str | os.PathLike[str], overwrite: bool = False) -> None:
    """Writes the converted model, wholly or not at all.

    :raises ConversionError: if the file exists and is not to be overwritten, or cannot be written
    """
    target = check_output(path, overwrite)
    try:
        handle, name = tempfile.mkstemp(prefix=target.name, dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(report.content)
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(name, 0o666 & ~mask)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise ConversionError(f"{target}: cannot be written: {error.strerror}") from error

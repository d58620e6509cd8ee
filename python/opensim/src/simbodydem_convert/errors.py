# SPDX-License-Identifier: Apache-2.0
"""Defines the errors of the converter."""

from __future__ import annotations


class ConversionError(Exception):
    """Reports input that cannot be converted.

    Each line of the message names the file, the line, the element, its value and the allowed range.
    """


class NothingToConvert(ConversionError):
    """Reports a model in which no force can be converted, with the reason for each force."""


def reason_of(error: OSError | ValueError) -> str:
    """Returns what the system says, or what Python says of a path that cannot be one, such as a path with a null byte."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)

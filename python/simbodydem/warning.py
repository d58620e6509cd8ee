"""Warnings of the library as Python warnings."""

import warnings

from . import _core


class SimbodyDEMWarning(UserWarning):
    """A problem in a model or a run that is not an error. The library reports each once per run."""


def pass_warnings() -> None:
    """Passes the warnings that the library has had since the last call, for the line of the user's program."""
    for text in _core.take_warnings():
        warnings.warn(text, SimbodyDEMWarning, stacklevel=3)

"""Docstrings from the headers of C++, which have them once."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from . import _core

T = TypeVar("T", bound=Callable[..., Any])


def documented(key: str, **parameters: str) -> Callable[[T], T]:
    """Puts the comment of a header before a docstring.

    The key is a name in C++, such as Soil::setDamping, and so are those of parameters.
    """

    def add(what: T) -> T:
        parts = [_core.doc(key), inspect.cleandoc(what.__doc__ or "")]
        parts += [f"{name}: {_core.doc(member)}" for name, member in parameters.items()]
        what.__doc__ = "\n\n".join(part.strip() for part in parts if part)
        return what

    return add

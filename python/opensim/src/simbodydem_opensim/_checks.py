"""Checks what Python hands over, before it reaches OpenSim or the component. A message has the name, the value and what is allowed."""

import math
from typing import Any

import numpy as np
import opensim

# Component of OpenSim forbids the first seven in a name.
_NOT_IN_NAMES = frozenset("\\/*+ \t\n\r")


def as_number(name: str, value: Any) -> float:
    """Returns a number as a float. Scalars of numpy and arrays without dimensions are numbers; text and truth values are not."""
    plain = value.item() if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0 else value
    if isinstance(plain, (bool, complex, np.ndarray)) or not hasattr(plain, "__float__"):
        raise TypeError(f"{name} is {value!r}; it must be a number")
    try:
        return float(plain)
    except OverflowError:
        raise ValueError(f"{name} is {value!r}; it must be below 1.8e308") from None


def as_vector(name: str, value: Any) -> tuple[float, float, float]:
    """Returns a vector of three numbers, of any sequence, array or opensim.Vec3."""
    if isinstance(value, opensim.Vec3):
        value = value.to_numpy()
    if isinstance(value, (str, bytes, dict, set)) or not hasattr(value, "__len__") or len(value) != 3:
        raise TypeError(f"{name} is {value!r}; it must be three numbers")
    x, y, z = (as_number(name, of) for of in value)
    return x, y, z


def as_flag(name: str, value: Any) -> bool:
    """Returns a truth value."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {value!r}; it must be True or False")
    return bool(value)


def as_text(name: str, value: Any) -> str:
    """Returns a text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}; it must be a str")
    return value


def as_name(name: str, value: Any) -> str:
    """Returns the name of a component of OpenSim."""
    text = as_text(name, value)
    if not text or not text.isprintable() or _NOT_IN_NAMES & set(text):
        raise ValueError(f"{name} is {text!r}; it must be a name without spaces and without \\ / * +")
    return text


def address_of(value: Any, kind: type, name: str) -> int:
    """Returns the address of an object of OpenSim. Raises TypeError if it is not of this class."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a {type(value).__name__}; it must be an opensim.{kind.__name__}")
    return int(value.this)  # type: ignore[attr-defined]


def addresses_of(model: Any, state: Any) -> tuple[int, int]:
    """Returns the addresses of a model and of a State of it.

    The functions of the component read the State by the layout of the model's System. Raises ValueError if the model has no System, or
    if the State has other sizes than those of the System, as a State of another model has, and one from before a change of the model.
    """
    addresses = address_of(model, opensim.Model, "model"), address_of(state, opensim.State, "state")
    if not model.hasSystem():
        raise ValueError("the model has no System; call model.initSystem(), after the last change of the model")
    own = model.getWorkingState()
    for what, size, needed in (
        ("subsystems", state.getNumSubsystems(), own.getNumSubsystems()),
        ("generalized coordinates", state.getNQ(), own.getNQ()),
        ("generalized speeds", state.getNU(), own.getNU()),
        ("auxiliary states", state.getNZ(), own.getNZ()),
    ):
        if size != needed:
            raise ValueError(
                f"the State is not of this model, or the model has changed since: it has {size} {what}, and the model has {needed}; "
                "use the State of model.initSystem()"
            )
    if math.isnan(state.getTime()):
        raise ValueError("the time of the State is NaN")
    return addresses

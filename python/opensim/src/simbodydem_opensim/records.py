"""Reads the contacts of a State."""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt
import opensim

from ._checks import address_of, addresses_of, as_text
from ._component import Contact, call

_vector = (np.float64, 3)

#: The fields of a contact. Forces and torque [N, N m] act on surface_b at the point [m]; normal points from a to b. A contact of an elastic
#: layer, sand or soil is an area; at a point the area [m^2] and the pressures [Pa] are 0. See also simbodydem::ContactRecord. A table has
#: wider names where the model has longer ones.
CONTACT_DTYPE = np.dtype(
    [
        ("surface_a", "U64"),
        ("surface_b", "U64"),
        ("geometry_a", "U64"),
        ("geometry_b", "U64"),
        ("is_area", np.bool_),
        ("is_sliding", np.bool_),
        ("point", *_vector),
        ("normal", *_vector),
        ("normal_force", *_vector),
        ("tangential_force", *_vector),
        ("torque", *_vector),
        ("slip_velocity", *_vector),
        ("overlap", np.float64),
        ("area", np.float64),
        ("slipping_area", np.float64),
        ("mean_pressure", np.float64),
        ("peak_pressure", np.float64),
        ("stored_energy", np.float64),
        ("dissipated_power", np.float64),
    ]
)


def find_forces(model: opensim.Model) -> list[str]:
    """Returns the paths of all DEMContactForces of a model."""
    return [
        component.getAbsolutePathString()
        for component in model.getComponentsList()
        if component.getConcreteClassName() == "DEMContactForce"
    ]


def path_of(force: str) -> str:
    """Returns the path of a DEMContactForce, of its name or its path."""
    return force if "/" in as_text("force", force) else f"/forceset/{force}"


def _find_path(model: opensim.Model, force: str | None) -> str:
    """Returns the path of a DEMContactForce, or of the only one if none is named."""
    if force is not None:
        return path_of(force)
    found = find_forces(model)
    if len(found) != 1:
        raise ValueError(f"the model has {len(found)} DEMContactForces; name one of {', '.join(found) or 'them'}")
    return found[0]


def surface_names(model: opensim.Model, force: str | None = None) -> dict[int, tuple[str, str]]:
    """Returns the names of surface and geometry by the index that contacts have in the component.

    force is the name of a DEMContactForce or its path. It may be left out if the model has one. Call model.initSystem() before.
    """
    text = ctypes.c_char_p()
    at = address_of(model, opensim.Model, "model")
    call("simbodydem_list_surfaces", at, _find_path(model, force).encode(), ctypes.byref(text))
    names = {}
    for line in (text.value or b"").decode().splitlines():
        index, name = line.split(" ", 1)
        surface, geometry = name.split("/", 1)
        names[int(index)] = (surface, geometry)
    return names


def _dtype_of(names: dict[int, tuple[str, str]]) -> np.dtype[Any]:
    """Returns CONTACT_DTYPE, with wider names if one of these would be cut off."""
    longest = max((len(name) for pair in names.values() for name in pair), default=0)
    if longest <= 64:
        return CONTACT_DTYPE
    kinds = [(name, CONTACT_DTYPE[name]) for name in CONTACT_DTYPE.names or ()]
    return np.dtype([(name, np.dtype(f"U{longest}") if kind.kind == "U" else kind) for name, kind in kinds])


def contact_records(model: opensim.Model, state: opensim.State, force: str | None = None) -> npt.NDArray[Any]:
    """Returns the contacts of a State as an array with the fields of CONTACT_DTYPE, a row each. They are a copy.

    force is as in surface_names(). The State is realized to Stage::Dynamics.
    """
    at, of = addresses_of(model, state)
    path = _find_path(model, force)
    names = surface_names(model, path)
    count, contacts = 0, (Contact * 64)()
    while (count := call("simbodydem_list_contacts", at, of, path.encode(), contacts, len(contacts))) > len(contacts):
        contacts = (Contact * count)()
    table = np.zeros(count, _dtype_of(names))
    plain = np.ctypeslib.as_array(contacts)[:count]
    for name in set(plain.dtype.fields or ()) & set(CONTACT_DTYPE.fields or ()):
        table[name] = plain[name]
    for row, contact in zip(table, contacts, strict=False):
        row["surface_a"], row["geometry_a"] = names[contact.a]
        row["surface_b"], row["geometry_b"] = names[contact.b]
    return table


def ground_reaction(model: opensim.Model, state: opensim.State, surface: str, force: str | None = None) -> npt.NDArray[np.float64]:
    """Returns the force of all other surfaces on a surface, in Ground [N]. force is as in surface_names()."""
    addresses_of(model, state)
    path = _find_path(model, force)
    known = sorted({name for name, _ in surface_names(model, path).values()})
    if surface not in known:
        raise ValueError(f"there is no surface {surface!r}; there are {', '.join(known)}")
    model.realizeDynamics(state)
    output = opensim.OutputVec3.safeDownCast(model.getComponent(f"{path}/{surface}").getOutput("force"))
    return np.asarray(output.getValue(state).to_numpy(), dtype=np.float64)

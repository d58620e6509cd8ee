"""Loads the component into OpenSim, and declares its functions, which SWIG does not know (plugin/opensim/PythonInterface.h)."""

import ctypes
import importlib.metadata
from pathlib import Path
from typing import Any

import opensim

NEEDED_OPENSIM = "4.6"
COMPONENT = Path(__file__).parent / "libosimSimbodyDEM.so"


class Contact(ctypes.Structure):
    """Has the layout of simbodydem_Contact."""

    _fields_ = [
        ("a", ctypes.c_int),
        ("b", ctypes.c_int),
        ("is_area", ctypes.c_int),
        ("is_sliding", ctypes.c_int),
        ("point", ctypes.c_double * 3),
        ("normal", ctypes.c_double * 3),
        ("normal_force", ctypes.c_double * 3),
        ("tangential_force", ctypes.c_double * 3),
        ("torque", ctypes.c_double * 3),
        ("slip_velocity", ctypes.c_double * 3),
        ("overlap", ctypes.c_double),
        ("area", ctypes.c_double),
        ("slipping_area", ctypes.c_double),
        ("mean_pressure", ctypes.c_double),
        ("peak_pressure", ctypes.c_double),
        ("stored_energy", ctypes.c_double),
        ("dissipated_power", ctypes.c_double),
    ]


class RunSettings(ctypes.Structure):
    """Has the layout of simbodydem_RunSettings."""

    _fields_ = [
        ("final_time", ctypes.c_double),
        ("accuracy", ctypes.c_double),
        ("maximum_step", ctypes.c_double),
        ("fixed_step", ctypes.c_double),
        ("interval", ctypes.c_double),
        ("integrator", ctypes.c_char_p),
        ("perform_analyses", ctypes.c_int),
    ]


class RunOutcome(ctypes.Structure):
    """Has the layout of simbodydem_RunOutcome."""

    _fields_ = [
        ("time", ctypes.c_double),
        ("is_interrupted", ctypes.c_int),
        ("steps", ctypes.c_int),
        ("attempts", ctypes.c_int),
        ("evaluations", ctypes.c_int),
        ("energy_before", ctypes.c_double),
        ("energy_after", ctypes.c_double),
    ]


Progress = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double)

_functions: ctypes.PyDLL | None = None


def load() -> None:
    """Loads the component into OpenSim, once.

    Raises ImportError with the reason: another OpenSim than 4.6, or what the loader of the system says.
    """
    global _functions
    if _functions is not None:
        return
    found = importlib.metadata.version("opensim")
    if found != NEEDED_OPENSIM:
        raise ImportError(
            f"simbodydem_opensim needs OpenSim {NEEDED_OPENSIM}, and this Python has OpenSim {found}, in "
            f"{Path(opensim.__file__).parent}; install it with `pip install opensim=={NEEDED_OPENSIM}`"
        )
    try:
        # OpenSim's function says only that it has failed. The loader of the system says why. PyDLL keeps Python's lock during a call, as
        # SWIG does, so that components that are written in Python can be called from a run.
        functions = ctypes.PyDLL(str(COMPONENT), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise ImportError(f"simbodydem_opensim: the component for OpenSim {found} is not loaded: {error}") from error
    if not opensim.LoadOpenSimLibraryExact(str(COMPONENT)):
        raise ImportError(f"simbodydem_opensim: OpenSim {found} does not load {COMPONENT}")
    functions.simbodydem_get_error.restype = ctypes.c_char_p
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    functions.simbodydem_list_surfaces.argtypes = [pointer, text, ctypes.POINTER(text)]
    functions.simbodydem_list_contacts.argtypes = [pointer, pointer, text, ctypes.POINTER(Contact), ctypes.c_int]
    functions.simbodydem_run.argtypes = [
        pointer,
        pointer,
        ctypes.POINTER(RunSettings),
        pointer,
        Progress,
        ctypes.POINTER(RunOutcome),
    ]
    _functions = functions


def call(name: str, *arguments: Any) -> int:
    """Calls a function of the component. Raises RuntimeError with its reason if it fails."""
    assert _functions is not None  # load() has run, or the import would have failed
    result = int(getattr(_functions, name)(*arguments))
    if result < 0:
        raise RuntimeError(_functions.simbodydem_get_error().decode(errors="replace"))
    return result

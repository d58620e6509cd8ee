"""Numbers in (0, 1) that are the same on each machine and with each version of NumPy: they are made of the raw bits of its generators."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]
_Bits = np.ndarray[Any, np.dtype[np.uint64]]


def _raw(seed: int, count: int) -> _Bits:
    return np.asarray(np.random.PCG64(seed).random_raw(count), dtype=np.uint64)


def _to_shares(bits: _Bits) -> Array:
    """Returns the middle of one of 2^52 slices."""
    return np.asarray(((bits >> np.uint64(12)).astype(np.float64) + 0.5) * 2.0**-52)


def sample_independently(samples: int, dimensions: int, seed: int) -> Array:
    """Returns independent points, a row each."""
    return _to_shares(_raw(seed, samples * dimensions)).reshape(samples, dimensions)


def sample_latin_hypercube(samples: int, dimensions: int, seed: int) -> Array:
    """Returns points of which each of the equal slices of every dimension has one, at a random position."""
    bits = _raw(seed, 2 * samples * dimensions).reshape(2, samples, dimensions)
    slices = np.argsort(bits[0], axis=0, kind="stable")
    return np.asarray((slices + _to_shares(bits[1])) / samples)


def sample_sobol(samples: int, dimensions: int, seed: int) -> Array:
    """Returns the first points of Sobol's sequence. Their digits are shifted by the seed, which keeps the evenness of the points."""
    from scipy.stats import qmc  # type: ignore[import-untyped, unused-ignore]

    points = qmc.Sobol(dimensions, scramble=False, bits=52).random(samples)
    digits = (points * 2.0**52).astype(np.uint64)
    return np.asarray(((digits ^ (_raw(seed, dimensions) >> np.uint64(12))).astype(np.float64) + 0.5) * 2.0**-52)

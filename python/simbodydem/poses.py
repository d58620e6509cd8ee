"""Poses as matrices of 4 by 4 numbers."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
PoseLike = npt.ArrayLike | None


def pose(
    position: npt.ArrayLike = (0, 0, 0),
    *,
    axis: npt.ArrayLike | None = None,
    angle: float = 0,
    quaternion: npt.ArrayLike | None = None,
    rotation: npt.ArrayLike | None = None,
) -> Numbers:
    """Returns a pose as a matrix of 4 by 4 numbers.

    The rotation is an angle [rad] about an axis, a quaternion (w, x, y, z), or a matrix of 3 by 3 numbers. The position is in m.
    """
    given = [value is not None for value in (axis, quaternion, rotation)]
    if sum(given) > 1:
        raise ValueError("give one of axis, quaternion and rotation")
    result = np.eye(4)
    result[:3, 3] = vector("position", position)
    if axis is not None:
        n = vector("axis", axis)
        length = np.linalg.norm(n)
        if not length > 0:
            raise ValueError(f"axis = {axis}; its length must be > 0")
        x, y, z = n / length
        sine, cosine = math.sin(angle), math.cos(angle)
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        result[:3, :3] = cosine * np.eye(3) + sine * cross + (1 - cosine) * np.outer((x, y, z), (x, y, z))
    elif quaternion is not None:
        q = np.asarray(quaternion, dtype=float)
        if q.shape != (4,) or not np.all(np.isfinite(q)) or not np.linalg.norm(q) > 0:
            raise ValueError(f"quaternion = {quaternion}; it must be four finite numbers (w, x, y, z) that are not all 0")
        w, x, y, z = q / np.linalg.norm(q)
        result[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    elif rotation is not None:
        result[:3, :3] = np.asarray(rotation, dtype=float)
    return result


def as_pose(value: Any) -> Numbers:
    """Returns a matrix of 4 by 4 numbers for None, a position or such a matrix."""
    if value is None:
        return np.eye(4)
    array = np.ascontiguousarray(value, dtype=float)
    if array.shape == (3,):
        return pose(array)
    if array.shape != (4, 4):
        raise ValueError(f"a pose has the shape {array.shape}; it must be a position (3,) or a matrix (4, 4), see simbodydem.pose()")
    return array


def vector(name: str, value: npt.ArrayLike) -> Numbers:
    """Returns three finite numbers, or raises an error with the name."""
    array = np.ascontiguousarray(value, dtype=float)
    if array.shape != (3,) or not np.all(np.isfinite(array)):
        raise ValueError(f"{name} = {value!r}; it must be three finite numbers")
    return array


def turned(axis: Numbers, onto: Numbers) -> Numbers:
    """Returns the matrix of the smallest rotation that turns `axis` onto the direction `onto`."""
    a, b = axis / np.linalg.norm(axis), onto / np.linalg.norm(onto)
    cross, cosine = np.cross(a, b), float(a @ b)
    if np.linalg.norm(cross) < 1e-15:
        if cosine > 0:
            return np.eye(3)
        cross = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
        cosine = -1.0
    return pose(axis=cross, angle=float(np.arctan2(np.linalg.norm(np.cross(a, b)), cosine)))[:3, :3]

"""Recorded tosses of a cube on a board: reads them, fetches them, and makes a synthetic set of the same form.

The record is that of Pfrommer, Halm and Posa, "ContactNets: Learning Discontinuous Contact Dynamics with Smooth, Implicit
Representations", 2020, arXiv 2009.11193: 570 tosses at 148 Hz, by tags that a camera sees.
"""

from __future__ import annotations

import hashlib
import io
import pickle
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial.transform import Rotation  # type: ignore[import-untyped, unused-ignore]

Numbers = npt.NDArray[np.float64]

# The cube and the camera, from data/params_processed/experiment.json and process_dynamics.py of the record
MASS = 0.37  # [kg]
INERTIA = 0.00081  # about each axis [kg m^2]
HALF = 0.0524  # half of the edge; the record's unit of length [m]
RATE = 148.0  # frames per second [1/s]
GRAVITY = 9.81  # [m/s^2]
CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * HALF  # [m]

SOURCE = "https://github.com/DAIRLab/contact-nets.git"
COMMIT = "c3dc21c94577ff4ed99123f0b00bfe57bb2d1d90"
FOLDER = "data/tosses_processed"
DIGEST = "915ae67cc4c998663ba6594c2ddf6385814b822fc686137f846655f396b38fe3"  # SHA-256 of all files, by their names

CLEARANCE = 0.005  # a corner above this height over the board does not touch it; the tags' error is about 1 mm [m]
STILL_FRAMES, STILL_MOTION = 10, 0.0005  # frames in which a cube at rest moves by less than this [m]


@dataclass
class Toss:
    """One toss from the last frame of its flight on. Poses are x, y, z [m] and a quaternion w, x, y, z."""

    number: int
    start: Numbers
    """Pose, velocity [m/s] and angular velocity [rad/s] in the axes of the board: 13 numbers."""
    poses: Numbers
    """The measured pose in each frame after the start, of the shape (frames, 7)."""


class _TensorReader(pickle.Unpickler):
    """Reads the description of one tensor. It makes nothing but plain values, whatever the file names."""

    def find_class(self, module: str, name: str) -> Any:
        known = {("torch._utils", "_rebuild_tensor_v2"), ("torch", "DoubleStorage"), ("collections", "OrderedDict")}
        if (module, name) not in known:
            raise pickle.UnpicklingError(f"the file has a {module}.{name}; it must have one tensor of doubles")
        return name if name == "DoubleStorage" else lambda *values: values

    def persistent_load(self, description: Any) -> Any:
        return description


def read_tensor(data: bytes, name: str = "tensor") -> Numbers:
    """Returns the tensor of doubles in a file of torch.save() before version 1.6, without PyTorch.

    Such a file has five pickles (magic number, version, sizes, tensor, keys), the number of elements, and the elements.
    """
    stream = io.BytesIO(data)
    try:
        magic, _, _, tensor, _ = (_TensorReader(stream).load() for _ in range(5))
        if magic != 0x1950A86A20F9469CFC6C:
            raise pickle.UnpicklingError("the magic number is not that of torch.save()")
        _, offset, shape, strides, *_ = tensor
        count = int(np.frombuffer(stream.read(8), "<i8")[0])
        elements = np.frombuffer(stream.read(8 * count), "<f8")
        bytes_each = [8 * stride for stride in strides]
        return np.lib.stride_tricks.as_strided(elements[offset:], shape, bytes_each).astype(np.float64)
    except (pickle.UnpicklingError, EOFError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"{name} cannot be read as a tensor: {error}") from error


def write_tensor(array: Numbers) -> bytes:
    """Returns the bytes of such a file."""
    shape = "(" + "".join(f"I{n}\n" for n in array.shape) + "t"
    strides = "(" + "".join(f"I{n // 8}\n" for n in np.ascontiguousarray(array).strides) + "t"
    storage = f"(Vstorage\nctorch\nDoubleStorage\nV0\nVcpu\nI{array.size}\nNtQ"
    tensor = f"ctorch._utils\n_rebuild_tensor_v2\n({storage}I0\n{shape}{strides}I00\nccollections\nOrderedDict\n(tRtR."
    sizes = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
    head = b"".join(pickle.dumps(value, 2) for value in (0x1950A86A20F9469CFC6C, 1001, sizes))
    elements = np.ascontiguousarray(array).astype("<f8").tobytes()
    return head + b"\x80\x02" + tensor.encode() + pickle.dumps(["0"], 2) + np.int64(array.size).tobytes() + elements


def list_files(folder: Path) -> list[Path]:
    """Returns the files N.pt of a folder in the order of N."""
    files = sorted((path for path in folder.glob("*.pt") if path.stem.isdigit()), key=lambda path: int(path.stem))
    if not files:
        raise ValueError(f"{folder} has no files 0.pt, 1.pt, ...; --fetch brings them")
    return files


def digest(folder: Path) -> str:
    """Returns the SHA-256 of all tosses in a folder."""
    result = hashlib.sha256()
    for path in list_files(folder):
        result.update(path.name.encode() + b"\n" + path.read_bytes())
    return result.hexdigest()


def fetch(folder: Path, source: str = SOURCE) -> None:
    """Downloads the record to a folder by the hash of its commit, and checks its SHA-256."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        git = ["git", "-C", temporary]
        subprocess.run([*git, "init", "--quiet"], check=True)
        subprocess.run([*git, "fetch", "--quiet", "--depth", "1", source, COMMIT], check=True)
        archive = subprocess.run([*git, "archive", COMMIT, FOLDER], check=True, capture_output=True).stdout
    strip = str(FOLDER.count("/") + 1)
    subprocess.run(["tar", "-x", "-C", str(folder), "--strip-components", strip], input=archive, check=True)
    found = digest(folder)
    if found != DIGEST:
        raise ValueError(f"the tosses in {folder} have the SHA-256 {found}; it must be {DIGEST}")


def corners(poses: Numbers) -> Numbers:
    """Returns the corners of the cube at each pose [m], of the shape (..., 8, 3)."""
    flat = poses.reshape(-1, 7)
    matrices = Rotation.from_quat(flat[:, [4, 5, 6, 3]]).as_matrix()
    points = flat[:, None, :3] + CORNERS @ matrices.transpose(0, 2, 1)
    return np.asarray(points.reshape(*poses.shape[:-1], 8, 3))


def fit_flight(poses: Numbers) -> Numbers:
    """Returns the state at the last of the frames of a flight, 13 numbers as those of Toss.start.

    In flight the mass center follows a parabola. A cube has equal moments of inertia, so its angular velocity is constant. All frames of
    the flight together give velocities with less noise than the differences of two frames.
    """
    time = (np.arange(len(poses)) - len(poses) + 1) / RATE
    line = np.c_[np.ones_like(time), time]
    fall = 0.5 * GRAVITY * np.outer(time**2, (0, 0, 1))
    (position, velocity), *_ = np.linalg.lstsq(line, poses[:, :3] + fall, rcond=None)
    rotations = Rotation.from_quat(poses[:, [4, 5, 6, 3]])
    middle = len(poses) // 2
    turns = (rotations * rotations[middle].inv()).as_rotvec()
    line = np.c_[np.ones_like(time), time - time[middle]]
    (error, spin), *_ = np.linalg.lstsq(line, turns, rcond=None)
    end = Rotation.from_rotvec(spin * -time[middle]) * Rotation.from_rotvec(error) * rotations[middle]
    x, y, z, w = end.as_quat()
    return np.array([*position, w, x, y, z, *velocity, *spin])


def cut(number: int, poses: Numbers, least_flight: int = 4) -> Toss | None:
    """Returns a toss from the poses of its frames. It ends when the cube rests. None if its flight has too few frames to be fitted."""
    points = corners(poses)
    lowest = points[..., 2].min(axis=1)
    flight = int(np.argmax(lowest < CLEARANCE)) if np.any(lowest < CLEARANCE) else len(poses)
    if flight < least_flight or flight == len(poses):
        return None
    end = len(poses)
    for i in range(flight, len(poses) - STILL_FRAMES):
        if np.linalg.norm(points[i : i + STILL_FRAMES] - points[i], axis=2).max() < STILL_MOTION:
            end = i + STILL_FRAMES
            break
    return Toss(number, fit_flight(poses[:flight]), poses[flight:end])


def read(folder: Path) -> list[Toss]:
    """Reads all tosses of a folder.

    A row of a file has the position and the velocity in units of half the cube's edge, the quaternion w, x, y, z, the angular velocity,
    and columns of zeros. The velocities are differences of two frames, so fit_flight() takes their place.
    """
    tosses = []
    for path in list_files(folder):
        rows = read_tensor(path.read_bytes(), str(path))
        if rows.ndim != 3 or rows.shape[0] != 1 or rows.shape[2] < 13 or not np.all(np.isfinite(rows)):
            raise ValueError(f"{path} has the shape {rows.shape}; it must be (1, frames, at least 13), all finite")
        poses = rows[0, :, :7] * ([HALF] * 3 + [1] * 4)
        toss = cut(int(path.stem), poses)
        if toss is not None:
            tosses.append(toss)
    return tosses


def board_height(tosses: Sequence[Toss]) -> float:
    """Returns the height of the board in the camera's frame [m], from the cubes that rest on it at the end."""
    return float(np.median([toss.poses[-1, 2] for toss in tosses])) - HALF


def throw(count: int, seed: int = 0) -> Numbers:
    """Returns random states of cubes that are thrown, of the shape (count, 13)."""
    random = np.random.default_rng(seed)
    quaternions = random.normal(size=(count, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1)[:, None]
    positions = np.c_[random.uniform(-0.05, 0.05, (count, 2)), random.uniform(0.18, 0.22, count)]
    velocities = np.c_[random.uniform(-0.8, 0.8, (count, 2)), random.uniform(-0.6, 0.2, count)]
    spins = random.uniform(-5, 5, (count, 3))
    return np.concatenate((positions, quaternions, velocities, spins), axis=1)


def write_synthetic(folder: Path, poses: Numbers, seed: int = 0, noise: float = 1e-4, noise_of_turn: float = 1e-3) -> None:
    """Writes runs of the shape (tosses, frames, 7) as files of the record's form, with noise of position [m] and of rotation [rad]."""
    random = np.random.default_rng(seed)
    folder.mkdir(parents=True, exist_ok=True)
    for number, run in enumerate(poses):
        rows = np.zeros((1, len(run), 19))
        rows[0, :, :3] = (run[:, :3] + random.normal(scale=noise, size=(len(run), 3))) / HALF
        turns = Rotation.from_rotvec(random.normal(scale=noise_of_turn, size=(len(run), 3)))
        rows[0, :, [4, 5, 6, 3]] = (turns * Rotation.from_quat(run[:, [4, 5, 6, 3]])).as_quat().T
        (folder / f"{number}.pt").write_bytes(write_tensor(rows))

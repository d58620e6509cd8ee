"""Gets the published model and trial of walk.py, checks them, and reads their tables."""

import dataclasses
import hashlib
import urllib.request
from pathlib import Path

import numpy as np
import numpy.typing as npt
import opensim

Array = npt.NDArray[np.float64]

#: OpenSim Moco's example3DWalking: the full-body model of Rajagopal et al. (2016) with the changes of Lai et al. (2017) and Uhlrich et al. (2022),
#: scaled to a man of 85 kg, and a trial of him with ground reactions on force plates. The coordinates have passed OpenSim's residual reduction.
REPOSITORY = "opensim-org/opensim-core"
COMMIT = "0435b081dc383498e217f92ca63bb97616145c14"
FOLDER = "OpenSim/Examples/Moco/example3DWalking"
LICENCE = "Apache-2.0 (LICENSE.txt of the repository)"
FILES = {
    "subject_walk_scaled.osim": "806ad1b248c6b2bc48ab43b58865915d1664e144b4ff6846457d80adacc23ce5",
    "subject_walk_scaled_ContactGeometrySet.xml": "b64f1f1c7ebc9da5008c14896dc877f16b958505d8c4adbb29f86bdd3f1be47f",
    "coordinates.sto": "981e94b5d7bb6fcae403a381fee8c3011533d8c683b17460096b400d20044cdb",
    "grf_walk.mot": "372d59855f80d7de81303cb7d3a5c5878ef8e0cb82a53a27cfce44e93357e42c",
}
BASE = f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}/{FOLDER}"


def check(folder: Path, files: dict[str, str] = FILES) -> None:
    """Checks that the files are in a folder with the contents that this program was written for. Raises ValueError if not."""
    for name, expected in files.items():
        file = folder / name
        if not file.is_file():
            raise ValueError(f"there is no {file}; it is {FOLDER}/{name} of {REPOSITORY} at {COMMIT}. --fetch downloads it")
        found = hashlib.sha256(file.read_bytes()).hexdigest()
        if found != expected:
            raise ValueError(f"{file} has the SHA-256 {found}; it must be {expected}, that of {REPOSITORY} at {COMMIT}")


def fetch(folder: Path, base: str = BASE, files: dict[str, str] = FILES) -> None:
    """Downloads the files that a folder lacks, and checks all. A file with other contents is not kept. Raises OSError and ValueError."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, expected in files.items():
        file = folder / name
        if file.exists():
            continue
        try:
            with urllib.request.urlopen(f"{base}/{name}", timeout=60) as response:
                content = response.read()
        except OSError as error:
            raise OSError(f"{base}/{name} is not downloaded: {error}. --data takes a folder that has the files") from error
        found = hashlib.sha256(content).hexdigest()
        if found != expected:
            raise ValueError(f"{base}/{name} has the SHA-256 {found}; it must be {expected}")
        file.write_bytes(content)
    check(folder, files)


@dataclasses.dataclass(frozen=True)
class Motion:
    """Holds coordinates against time [rad, m], with their speeds and accelerations."""

    times: Array
    values: dict[str, Array]
    speeds: dict[str, Array]
    accelerations: dict[str, Array]

    def at(self, name: str, time: float | Array) -> Array:
        """Returns the value of a coordinate, linear between rows."""
        return np.asarray(np.interp(time, self.times, self.values[name]))

    def speed_at(self, name: str, time: float | Array) -> Array:
        """Returns the speed of a coordinate, linear between rows."""
        return np.asarray(np.interp(time, self.times, self.speeds[name]))


def make_motion(times: Array, values: dict[str, Array]) -> Motion:
    """Makes a motion of coordinates at equal intervals. Speeds and accelerations are central differences."""
    step = np.diff(times)
    if len(times) < 5 or np.any(step <= 0) or np.ptp(step) > 1e-3 * step.mean():
        raise ValueError(f"a motion needs at least 5 rows at equal intervals; there are {len(times)}")
    speeds = {name: np.gradient(value, times, edge_order=2) for name, value in values.items()}
    accelerations = {name: np.gradient(speed, times, edge_order=2) for name, speed in speeds.items()}
    return Motion(times, values, speeds, accelerations)


def read_motion(file: Path) -> Motion:
    """Reads a table of coordinates in radians, with columns such as /jointset/hip_r/hip_flexion_r/value."""
    table = opensim.TimeSeriesTable(str(file))
    if table.hasTableMetaDataKey("inDegrees") and table.getTableMetaDataString("inDegrees").strip() == "yes":
        raise ValueError(f"{file} is in degrees; it must be in radians")
    values = {
        label.split("/")[-2]: table.getDependentColumn(label).to_numpy() for label in table.getColumnLabels() if label.endswith("/value")
    }
    if not values:
        raise ValueError(f"{file} has no column that ends with /value")
    return make_motion(np.array(table.getIndependentColumn()), values)


@dataclasses.dataclass(frozen=True)
class GroundReaction:
    """Holds force [N], centre of pressure [m] and free moment [N m] of a foot, a row for each time. The centre is NaN without a load."""

    times: Array
    force: Array
    centre: Array
    free_moment: Array

    def at(self, times: Array) -> "GroundReaction":
        """Returns the rows at other times, linear between rows."""

        def between(values: Array) -> Array:
            return np.stack([np.interp(times, self.times, column) for column in values.T], 1)

        return GroundReaction(times, between(self.force), between(self.centre), np.interp(times, self.times, self.free_moment))


def read_ground_reaction(file: Path, side: str) -> GroundReaction:
    """Reads the ground reaction of a foot, "r" or "l", from columns such as ground_force_r_vx, ground_force_r_px and ground_torque_r_y."""
    table = opensim.TimeSeriesTable(str(file))
    labels = set(table.getColumnLabels())
    needed = [f"ground_force_{side}_{kind}{axis}" for kind in "vp" for axis in "xyz"] + [f"ground_torque_{side}_{axis}" for axis in "xyz"]
    if missing := [name for name in needed if name not in labels]:
        raise ValueError(f"{file} has no column {missing[0]}")
    column = {name: table.getDependentColumn(name).to_numpy() for name in needed}
    force, centre = (np.stack([column[f"ground_force_{side}_{kind}{axis}"] for axis in "xyz"], 1) for kind in "vp")
    return GroundReaction(np.array(table.getIndependentColumn()), force, centre, column[f"ground_torque_{side}_y"])

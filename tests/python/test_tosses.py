"""The study of recorded tosses in examples/board/tosses, on a synthetic record of the same form."""

import pickle
import sys

import numpy as np
import pytest
from conftest import ROOT

pytest.importorskip("scipy")
sys.path.insert(0, str(ROOT / "examples" / "board" / "tosses"))

import cubes
import predict
import tosses

TRUTH = {"modulus": 1e9, "friction": 0.2, "restitution": 0.4}
FRAMES = 45  # 0.3 s: the first impacts, before the cubes rest


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """Makes a record of the published form from runs whose parameters are known, with the noise of the tags."""
    folder = tmp_path_factory.mktemp("tosses")
    starts = tosses.throw(12, seed=3)
    runs = cubes.SimbodyDEMCube().simulate(np.array(list(TRUTH.values())), starts, FRAMES)
    runs[..., 2] -= 0.001  # the camera's zero is above the board
    tosses.write_synthetic(folder, runs, seed=4)
    return folder


def test_tensor_files_are_read_without_pytorch():
    """A tensor is read with its shape and all digits. A file with another class is an error, and the class is not imported."""
    array = np.random.default_rng(0).normal(size=(1, 5, 19))
    assert np.array_equal(tosses.read_tensor(tosses.write_tensor(array)), array)
    with pytest.raises(ValueError, match=r"bad.pt cannot be read as a tensor: .*subprocess.Popen"):
        tosses.read_tensor(b"\x80\x02csubprocess\nPopen\n(V1\ntR.", "bad.pt")
    with pytest.raises(ValueError, match=r"bad.pt cannot be read as a tensor"):
        tosses.read_tensor(pickle.dumps(1, 2) * 5, "bad.pt")


def test_flight_of_a_cube_gives_its_state():
    """A parabola and a constant spin in the axes of the board are found again from poses without noise, to rounding errors."""
    state = tosses.throw(1, seed=1)[0]
    time = np.arange(-9, 1) / tosses.RATE
    poses = np.empty((10, 7))
    poses[:, :3] = state[:3] + np.outer(time, state[7:10]) - 0.5 * tosses.GRAVITY * np.outer(time**2, (0, 0, 1))
    turns = tosses.Rotation.from_rotvec(np.outer(time, state[10:])) * tosses.Rotation.from_quat(state[[4, 5, 6, 3]])
    poses[:, [4, 5, 6, 3]] = turns.as_quat()
    found = tosses.fit_flight(poses)
    found[3:7] *= np.sign(found[3:7] @ state[3:7])  # a quaternion and its negative are one rotation
    np.testing.assert_allclose(found, state, rtol=0, atol=1e-12)


def test_fit_to_noisy_tosses_finds_friction_and_restitution(record):
    """The search from grid to simplex finds both within 0.05, and the corners of other tosses within 3 mm.

    The noise of a start, 0.1 mm and 1 mrad a frame, becomes a millimeter or two in some impacts. The modulus hardly shows at 148 Hz: an
    impact is over within one frame.
    """
    read = tosses.read(record)
    assert len(read) >= 10
    cube = cubes.SimbodyDEMCube()
    cube.parameters = tuple(p._replace(grid=(TRUTH[p.name],) if p.name == "modulus" else p.grid[1:]) for p in cube.parameters)
    result = predict.study(cube, read, seed=0, evaluations=16, share=0.4, height=-0.001)
    found = {key.split()[0]: value for key, value in result["parameters"].items()}
    assert abs(found["friction"] - TRUTH["friction"]) < 0.05
    assert abs(found["restitution"] - TRUTH["restitution"]) < 0.05
    assert result["errors"]["corner error along the path [mm]"] < 3
    assert "SimbodyDEM" in predict.table([result, {**result, "seed": 1}])

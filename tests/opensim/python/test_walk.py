"""The walk of examples/opensim/walk.py: its data, its fit, its measures and its servos, without the network."""

import dataclasses
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import opensim
import pytest

import simbodydem_opensim as dem

EXAMPLES = Path(__file__).parents[3] / "examples" / "opensim"
sys.path.insert(0, str(EXAMPLES))

import walk_data  # noqa: E402
import walk_foot  # noqa: E402
import walk_measures  # noqa: E402
import walk_model  # noqa: E402
from walk_foot import Foot, Hinge, Stance  # noqa: E402

HINGE = Hinge((np.eye(3), np.array([0.18, 0.0, 0.0])), (np.eye(3), np.zeros(3)))
NAMES = ("heel", "rear", "lateral", "medial", "toe", "big_toe")
PLACES = np.array([[0.015, 0, -0.012], [0.085, 0, 0.034], [0.153, 0, 0.059], [0.204, 0, -0.040], [0.023, 0, 0.067], [0.074, 0, -0.026]])
PUBLISHED = Foot(NAMES, PLACES, np.array([False] * 4 + [True] * 2), 0.035, 4e5, 25.0)


def make_files(folder: Path) -> dict[str, str]:
    """Makes two files in a folder. Returns their names and SHA-256."""
    contents = {"model.osim": b"<OpenSimDocument/>", "grf.mot": b"time\n0\n"}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}


# Files are downloaded where they lack, and a second time they are not.
def test_files_are_fetched(tmp_path: Path) -> None:
    source, folder = tmp_path / "source", tmp_path / "data"
    source.mkdir()
    files = make_files(source)
    walk_data.fetch(folder, source.as_uri(), files)
    assert (folder / "grf.mot").read_bytes() == b"time\n0\n"
    (source / "grf.mot").unlink()
    walk_data.fetch(folder, source.as_uri(), files)


# A file with other contents is an error that names it and both sums, and a download with other contents is not kept.
def test_other_contents_are_an_error(tmp_path: Path) -> None:
    files = make_files(tmp_path)
    altered = b"time\n1\n"
    (tmp_path / "grf.mot").write_bytes(altered)
    with pytest.raises(ValueError, match=f"grf.mot has the SHA-256 {hashlib.sha256(altered).hexdigest()}; it must be {files['grf.mot']}"):
        walk_data.check(tmp_path, files)
    with pytest.raises(ValueError, match="it must be"):
        walk_data.fetch(tmp_path / "data", tmp_path.as_uri(), files)
    assert not (tmp_path / "data" / "grf.mot").exists()


# A download that fails is an error that names the address.
def test_a_failed_download_names_the_address(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=f"{tmp_path.as_uri()}/grf.mot is not downloaded"):
        walk_data.fetch(tmp_path / "data", tmp_path.as_uri(), {"grf.mot": "0"})


# A folder without the files is an error of the program that says what it lacks and where that is.
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["walk.py", "--data", "."], "it is OpenSim/Examples/Moco/example3DWalking/subject_walk_scaled.osim of opensim-org/opensim-core"),
        (["moco_forward.py", "2D_gait.osim", "solution.sto"], "there is no file 2D_gait.osim"),
    ],
)
def test_programs_say_what_they_lack(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, str(EXAMPLES / arguments[0]), *arguments[1:]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert words in done.stderr


# A table in degrees is an error, because the model takes radians.
def test_degrees_are_an_error(tmp_path: Path) -> None:
    file = tmp_path / "motion.sto"
    rows = "".join(f"{0.01 * k}\t{k}\n" for k in range(6))
    file.write_text(f"motion\ninDegrees=yes\nnRows=6\nnColumns=2\nversion=3\nDataType=double\nendheader\ntime\t/jointset/a/b/value\n{rows}")
    with pytest.raises(ValueError, match="is in degrees; it must be in radians"):
        walk_data.read_motion(file)


# Speeds and accelerations of a motion are those of its curve.
def test_motion_has_speeds_and_accelerations() -> None:
    times = np.linspace(0, 1, 1001)
    motion = walk_data.make_motion(times, {"a": np.sin(3 * times)})
    assert motion.speed_at("a", 0.5) == pytest.approx(3 * np.cos(1.5), abs=1e-4)  # 27 h^2/6, and the rows' distance h is 1e-3
    assert motion.accelerations["a"][500] == pytest.approx(-9 * np.sin(1.5), abs=1e-3)


# A sphere carries Hertz's force below itself.
def test_a_sphere_carries_hertz_force() -> None:
    foot = dataclasses.replace(PUBLISHED, names=("heel",), places=np.zeros((1, 3)), on_toes=np.array([False]))
    depth = 0.004
    stance = Stance(np.zeros(1), np.array([[0.3, 0.035 - depth, -0.1]]), np.eye(3)[None], np.ones(1), np.zeros((1, 2)), np.zeros((1, 2)))
    carried = walk_foot.carry(foot, HINGE, stance, np.zeros((1, 4)))
    hertz = 4 / 3 * 4e5 * np.sqrt(0.035) * depth**1.5
    assert carried.total[0] == pytest.approx(hertz, rel=2e-3)  # it begins over 0.2 mm
    assert carried.centre[0] == pytest.approx([0.3, -0.1], abs=1e-12)


def make_stance(foot: Foot) -> Stance:
    """Makes the stance of a foot that rolls from heel to toes, and what it carries there with its toes in balance."""
    count = 25
    pitch, roll = np.linspace(0.12, -0.5, count), 0.02 * np.sin(np.linspace(0, 6, count))
    rotation = walk_foot._turn("z", pitch) @ walk_foot._turn("x", roll)
    lowest = np.einsum("tj,nj->tn", rotation[:, 1], foot.places[~foot.on_toes]).min(1)
    origin = np.stack([np.zeros(count), foot.radius - 0.007 - lowest, np.zeros(count)], 1)
    stance = Stance(np.arange(count) * 0.02, origin, rotation, np.ones(count), np.zeros((count, 2)), np.full((count, 2), 0.05))
    shifts = np.zeros((count, 4))
    for _ in range(40):  # Newton's method for the angle of the toes
        carried = walk_foot.carry(foot, HINGE, stance, shifts)
        moved = walk_foot.carry(foot, HINGE, stance, shifts + [0, 0, 0, 1e-6])
        shifts[:, 3] -= 0.7 * carried.hinge / ((moved.hinge - carried.hinge) / 1e-6)
    carried = walk_foot.carry(foot, HINGE, stance, shifts)
    assert np.abs(carried.hinge).max() < 1e-6
    return dataclasses.replace(stance, vertical=carried.total, centre=carried.centre)


# The fit finds a foot that explains a stance, from spheres at other heights and of another modulus.
def test_fit_finds_the_foot() -> None:
    heights = 0.03 + np.array([0, 0.004, -0.003, 0.002, 0.0, 0.003])
    true = dataclasses.replace(PUBLISHED, places=PLACES + heights[:, None] * [0, 1, 0], modulus=9e5)
    stance = make_stance(true)
    assert stance.vertical.max() > 300
    fitted = walk_foot.fit_foot(PUBLISHED, HINGE, stance).foot
    before, after = walk_foot.misfit(PUBLISHED, HINGE, stance), walk_foot.misfit(fitted, HINGE, stance)
    assert before.up > 0.01
    assert after.up < 3e-4  # [m]; what the published values hold back
    assert after.vertical < 3  # [N], of 300 to 800
    assert max(after.centre) < 0.002
    assert fitted.places[0, 1] == pytest.approx(heights[0], abs=0.003)
    # The foot of the other side explains the mirrored stance as well.
    turned = np.diag([1.0, 1.0, -1.0])
    other = dataclasses.replace(stance, rotation=turned @ stance.rotation @ turned, centre=stance.centre * [1, -1], shear=stance.shear * [1, -1])
    assert walk_foot.misfit(fitted.mirrored(), HINGE, other).up == pytest.approx(after.up, rel=1e-3)


# A force at a point has that centre of pressure, and its free moment is what is left about it.
def test_centre_of_pressure_and_free_moment() -> None:
    force, point = np.array([[50.0, 700.0, -30.0]]), np.array([0.4, 0.0, -0.2])
    reaction = walk_measures.make_reaction(np.zeros(1), force, np.cross(point, force) + [0, 5, 0], 40)
    assert reaction.centre[0] == pytest.approx(point, abs=1e-12)
    assert reaction.free_moment[0] == pytest.approx(5, abs=1e-12)
    light = walk_measures.make_reaction(np.zeros(1), force / 100, np.zeros((1, 3)), 40)
    assert np.isnan(light.centre[0, 0])
    assert light.free_moment[0] == 0


def make_loads(scale: float, offset: float) -> tuple[walk_measures.Loads, walk_data.GroundReaction]:
    """Makes a ground reaction of a step, and loads of a run that differ from it by a factor along x and an offset along y."""
    times = np.linspace(0, 1, 201)
    force = np.stack([-150 * np.sin(2 * np.pi * times), 400 + 0 * times, 0 * times], 1)
    centre = np.stack([times, 0 * times, 0 * times], 1)
    run = walk_data.GroundReaction(times, force * [scale, 1, 1] + [0, offset, 0], centre + [0.01, 0, -0.02], 0 * times + 3)
    speed = np.where((times > 0.2) & (times < 0.3), 0.1, 0.0)[:, None] * [1, 1, 1]
    normal = np.ones((201, 1)) * [200.0, 1.0, 200.0]
    slides = np.ones((201, 1), bool) & np.array([False, True, True])
    slides[times > 0.25, 2] = False
    return walk_measures.Loads(run, normal, speed, slides), walk_data.GroundReaction(times, force, centre, 0 * times)


# Errors and peaks of a run are those by which it was made to differ.
def test_comparison_finds_the_errors() -> None:
    loads, measured = make_loads(1.2, 40)
    found = walk_measures.compare(loads, measured, 800)
    assert found.vertical == pytest.approx(0.05)
    assert found.braking == pytest.approx(1.2)
    assert found.propulsion == pytest.approx(1.2)
    assert found.centre == pytest.approx((0.01, 0.02))
    assert found.free_moment == pytest.approx(3)
    # The first sphere sticks, the second carries nothing, the third slides for half of 10 mm.
    assert found.sliding == pytest.approx(0.005, abs=6e-4)  # the speed jumps between rows 5 ms apart
    assert found.path == pytest.approx(0.01, abs=6e-4)


# A number that misses its goal is marked in the table.
def test_missed_goals_are_marked() -> None:
    loads, measured = make_loads(1.2, 50)
    found = walk_measures.compare(loads, measured, 800)
    rows = walk_measures.make_rows(found, found, walk_measures.Following(0.04, 0.1, 1, ("ankle_angle_r", 100), 0.01, 0.01))
    missed = {name.split(",")[0] for name, _, reached in rows if not reached}
    assert missed == {"vertical force", "the same", "sliding in a step"}


def make_stander() -> opensim.Model:
    """Makes a body of 60 kg on one leg, with the names of the coordinates of the walk, and a foot without toes."""
    model = opensim.Model()
    ground = model.getGround()
    places = {"pelvis": 60.0, "tibia_r": 8.0, "calcn_r": 1.5}
    bodies = {name: opensim.Body(name, mass, opensim.Vec3(0), opensim.Inertia(*[0.02 * mass] * 3)) for name, mass in places.items()}
    for body in bodies.values():
        model.addBody(body)
    planar = opensim.PlanarJoint("ground_pelvis", ground, bodies["pelvis"])
    for index, name in (
        (opensim.PlanarJoint.Coord_RotationZ, "pelvis_tilt"),
        (opensim.PlanarJoint.Coord_TranslationX, "pelvis_tx"),
        (opensim.PlanarJoint.Coord_TranslationY, "pelvis_ty"),
    ):
        planar.updCoordinate(index).setName(name)
    model.addJoint(planar)
    zero = opensim.Vec3(0)
    for name, parent, child, down in (("hip_flexion_r", "pelvis", "tibia_r", 0.45), ("ankle_angle_r", "tibia_r", "calcn_r", 0.45)):
        joint = opensim.PinJoint(name, bodies[parent], opensim.Vec3(0, -down, 0), zero, bodies[child], zero, zero)
        joint.updCoordinate().setName(name)
        model.addJoint(joint)
    model.finalizeConnections()
    return model


# A body that its servos move to and fro over its foot carries its weight on each of the forces, and it slides on all but DEMContactForce.
def test_a_body_sways_on_its_foot() -> None:
    foot = Foot(
        ("heel_a", "heel_b", "toe_a", "toe_b"),
        np.array([[-0.06, 0, -0.04], [-0.06, 0, 0.04], [0.14, 0, -0.04], [0.14, 0, 0.04]]),
        np.zeros(4, bool),
        0.03,
        1e6,
        25.0,
    )
    times = np.arange(0, 1.2, 0.005)
    lean = 0.02 * np.sin(2 * np.pi * times)
    still = np.zeros(len(times))
    height = 0.45 + 0.45 + 0.03 - 0.0025
    motion = walk_data.make_motion(
        times,
        {"pelvis_tilt": still, "pelvis_tx": -0.9 * np.sin(lean), "pelvis_ty": height - 0.9 * (1 - np.cos(lean)), "hip_flexion_r": lean, "ankle_angle_r": -lean},
    )
    slid = {}
    for kind in walk_model.FORCES:
        model = make_stander()
        followed = walk_model.add_servos(model, motion, {}, times)
        assert set(followed) == set(motion.values)
        walk_model.add_feet(model, {"r": foot}, kind)
        state = model.initSystem()
        walk_model.set_pose(model, state, motion, 0.0)
        weight = model.getTotalMass(state) * 9.80665
        run = dem.run(model, state, 1.15, integrator="ContactIntegrator" if kind == "DEMContactForce" else "RungeKuttaMerson", interval=0.005)
        states = [run.states.get(i) for i in range(run.states.getSize()) if run.states.get(i).getTime() > 0.15]  # it has settled
        loads = walk_measures.measure(model, states, {"r": foot}, kind, weight)["r"]
        forces = walk_model.servo_forces(model, states, motion, {}, times)
        walk_model.check_bounds(forces)
        # What the foot carries and the residual force is the weight and what moves the body up and down, below 1 % of it.
        assert (loads.reaction.force[:, 1] + forces["pelvis_ty"]).mean() == pytest.approx(weight, rel=0.01)
        assert loads.normal.sum(1) == pytest.approx(loads.reaction.force[:, 1], rel=1e-6)
        assert -0.09 < np.nanmin(loads.reaction.centre[:, 0]) < np.nanmax(loads.reaction.centre[:, 0]) < 0.17  # within the foot
        slid[kind] = walk_measures.longest_slide(loads, weight, sliding=True)
    assert slid["DEMContactForce"] == 0
    assert slid["HuntCrossleyForce"] > 2e-3
    assert slid["SmoothSphereHalfSpaceForce"] > 2e-3


# Inverse dynamics has the torques that hold a body up, and forces of the measured reactions count.
def test_inverse_dynamics_knows_the_reactions(tmp_path: Path) -> None:
    times = np.arange(0, 0.5, 0.01)
    still = np.zeros(len(times))
    motion = walk_data.make_motion(times, {name: still for name in ("pelvis_tilt", "pelvis_tx", "pelvis_ty", "hip_flexion_r", "ankle_angle_r")})
    weight = 69.5 * 9.80665
    names = [f"ground_force_r_{kind}{axis}" for kind in "vp" for axis in "xyz"] + [f"ground_torque_r_{axis}" for axis in "xyz"]
    row = "\t".join(f"{x:.10g}" for x in (0, weight, 0, 0.05, 0, 0, 0, 0, 0))
    file = tmp_path / "grf.mot"
    rows = "".join(f"{time:.3f}\t{row}\n" for time in times)
    file.write_text(f"grf\nversion=1\nnRows={len(times)}\nnColumns=10\ninDegrees=no\nendheader\ntime\t" + "\t".join(names) + f"\n{rows}")
    forces = walk_model.inverse_dynamics(make_stander(), motion, file, np.array([0.1, 0.2]), "r")
    assert forces["pelvis_ty"] == pytest.approx([0, 0], abs=0.01)  # [N]; OpenSim's g has fewer digits
    assert forces["ankle_angle_r"] == pytest.approx([-0.05 * weight] * 2, rel=1e-3)


# A servo that is stronger than its bound is an error with the coordinate and the bound.
def test_a_servo_has_a_bound() -> None:
    walk_model.check_bounds({"ankle_angle_r": np.array([-199.0, 199.0])})
    with pytest.raises(ValueError, match="the servo of ankle_angle_r has 201 N or N m; its bound is 200"):
        walk_model.check_bounds({"ankle_angle_r": np.array([0.0, -201.0])})


# The types of the programs are complete.
def test_types_of_the_walk(tmp_path: Path) -> None:
    package = EXAMPLES.parents[1] / "python" / "opensim"
    files = [str(file) for file in sorted([*EXAMPLES.glob("walk*.py"), EXAMPLES / "moco_forward.py"])]
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), *files], cwd=package, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout

"""The package simbodydem_opensim: it loads the component, makes contact in Python, runs models and reads their contacts."""

import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import opensim
import pytest

import simbodydem_opensim as dem

MODELS = Path(__file__).parents[3] / "examples" / "opensim"
RUBBER = dem.Material(youngs_modulus=2e6, poissons_ratio=0.3, restitution=0.3, static_friction=0.8)


def make_ball(height: float = 0.1, *, material: dem.Material | None = RUBBER, radius: float = 0.1) -> opensim.Model:
    """Makes a ball of 2 kg above a floor."""
    model = opensim.Model()
    model.setName("ball")
    moment = 0.4 * 2 * radius**2
    body = opensim.Body("ball", 2, opensim.Vec3(0), opensim.Inertia(moment, moment, moment))
    model.addBody(body)
    joint = opensim.FreeJoint("joint", model.getGround(), body)
    model.addJoint(joint)
    joint.updCoordinate(opensim.FreeJoint.Coord_TranslationY).setDefaultValue(height)
    model.addContactGeometry(opensim.ContactSphere(radius, opensim.Vec3(0), body, "sphere"))
    floor = opensim.ContactHalfSpace(opensim.Vec3(0), opensim.Vec3(0, 0, -math.pi / 2), model.getGround(), "floor")
    model.addContactGeometry(floor)
    if material is not None:
        dem.add_dem_contact(
            model,
            "contact",
            [dem.Surface("ball", "sphere", material), dem.Surface("floor", "floor", material)],
            track_dissipated_energy=True,
        )
    return model


def height_of(model: opensim.Model, state: opensim.State) -> float:
    """Returns the height of the ball's centre [m]."""
    model.realizePosition(state)
    return float(model.getBodySet().get("ball").getPositionInGround(state).get(1))


def set_height(model: opensim.Model, state: opensim.State, height: float) -> None:
    """Sets the height of the ball's centre [m]."""
    model.getCoordinateSet().get(4).setValue(state, height)


# A ball that is pressed in by d has Hertz's force 4/3 E* sqrt(R) d^1.5 and one record of it.
def test_contact_records_have_hertz_force() -> None:
    model = make_ball()
    state = model.initSystem()
    depth, stiffness = 1e-3, 2e6 / (1 - 0.3**2) / 2
    set_height(model, state, 0.1 - depth)
    records = dem.contact_records(model, state)
    assert records.shape == (1,)
    record = records[0]
    assert {record["surface_a"], record["surface_b"]} == {"ball", "floor"}
    assert {record["geometry_a"], record["geometry_b"]} == {"sphere", "floor"}
    assert record["overlap"] == pytest.approx(depth, rel=1e-12)  # rounding of a difference of lengths
    expected = 4 / 3 * stiffness * math.sqrt(0.1) * depth**1.5
    assert np.linalg.norm(record["normal_force"]) == pytest.approx(expected, rel=1e-9)
    assert not record["is_area"] and record["area"] == 0
    assert dem.ground_reaction(model, state, "ball")[1] == pytest.approx(expected, rel=1e-9)
    assert dem.ground_reaction(model, state, "floor")[1] == pytest.approx(-expected, rel=1e-9)


# The record of an elastic layer has its area 2 pi R d and its peak pressure K d/h.
def test_records_of_a_layer_have_area_and_pressure() -> None:
    model = make_ball(material=None)
    layer = dem.ElasticLayer(normal_stiffness=1e8, shear_stiffness=5e7, static_friction=0.5, element_size=4e-4)
    dem.add_dem_contact(model, "contact", [dem.Surface("ball", "sphere", layer), dem.Surface("floor", "floor")])
    state = model.initSystem()
    set_height(model, state, 0.1 - 1e-3)
    (record,) = dem.contact_records(model, state)
    assert record["is_area"]
    assert record["area"] == pytest.approx(2 * math.pi * 0.1 * 1e-3, rel=0.02)  # elements of .4 mm at the rim of a disc of 14 mm
    assert record["peak_pressure"] == pytest.approx(1e8 * 1e-3, rel=1e-3)


# A ball on the floor holds its weight after a run, and the State that was given stays as it was.
def test_run_leaves_the_given_state() -> None:
    model = make_ball()
    state = model.initSystem()
    result = dem.run(model, state, 2.0)
    assert state.getTime() == 0 and height_of(model, state) == 0.1
    assert result.time == 2.0 and not result.interrupted
    assert dem.ground_reaction(model, result.state, "ball")[1] == pytest.approx(2 * 9.80665, rel=1e-3)  # it has settled
    assert result.states.getSize() == result.steps + 1


# Kept States lie at the multiples of the interval.
def test_run_keeps_states_at_the_interval() -> None:
    model = make_ball()
    result = dem.run(model, model.initSystem(), 0.105, interval=0.01)
    times = [result.states.get(i).getTime() for i in range(result.states.getSize())]
    assert times == pytest.approx([0.01 * i for i in range(11)] + [0.105], abs=1e-12)  # rounding of multiples


# Every integrator lets the ball fall as far as g t^2/2 says. Those of the first order are given short steps.
@pytest.mark.parametrize("integrator", dem.INTEGRATORS)
def test_every_integrator_runs(integrator: str) -> None:
    model = make_ball(1.0)
    step = 1e-4 if "Euler" in integrator else math.inf
    result = dem.run(model, model.initSystem(), 0.1, integrator=integrator, accuracy=1e-4, maximum_step=step)
    assert 1.0 - height_of(model, result.state) == pytest.approx(0.5 * 9.80665 * 0.01, rel=2e-3)  # of the first order: g t h/2


# A run in two parts with a copied State ends where one run ends, within the accuracy, since it starts with another step.
def test_copied_state_continues() -> None:
    model = make_ball(0.2)
    state = model.initSystem()
    whole = dem.run(model, state, 1.0, accuracy=1e-5)
    half = dem.run(model, state, 0.5, accuracy=1e-5)
    rest = dem.run(model, opensim.State(half.state), 1.0, accuracy=1e-5)
    assert height_of(model, rest.state) == pytest.approx(height_of(model, whole.state), abs=1e-6)


# Runs of two models do not disturb each other: both end like a run alone, to the last bit.
def test_two_models() -> None:
    ends = []
    for together in (False, True):
        model = make_ball(0.2)
        other = make_ball(0.3) if together else None
        state = model.initSystem()
        if other is not None:
            dem.run(other, other.initSystem(), 0.5)
        middle = dem.run(model, state, 0.25)
        if other is not None:
            dem.run(other, other.initSystem(), 0.3)
        ends.append(height_of(model, dem.run(model, middle.state, 0.5).state))
    assert ends[0] == ends[1]


# Records live on when their model is deleted.
def test_records_outlive_the_model() -> None:
    model = make_ball(0.0999)
    state = model.initSystem()
    records = dem.contact_records(model, state)
    before = records.copy()
    del model, state
    gc.collect()
    make_ball().initSystem()
    assert (records == before).all()


# Loading the component a second time changes nothing: the types stay registered and a model runs.
def test_component_is_loaded_twice() -> None:
    assert opensim.LoadOpenSimLibraryExact(str(dem.COMPONENT))
    model = make_ball()
    assert dem.run(model, model.initSystem(), 0.1).time == 0.1


# One copy of each library is in the process, since those of the component are found by the names that OpenSim has loaded.
def test_one_copy_of_each_library() -> None:
    lines = Path("/proc/self/maps").read_text().splitlines()
    files = {line.split()[-1] for line in lines if ".so" in line}
    for library in ("libSimTKcommon", "libSimTKmath", "libSimTKsimbody", "libosimCommon", "libosimSimulation", "libSimbodyDEM"):
        assert len({file for file in files if f"/{library}.so" in file}) == 1, library


# Ctrl-C ends a long run within .2 s, and the State that it leaves can be run on.
def test_interrupt_leaves_a_state() -> None:
    model = opensim.Model(str(MODELS / "foot.osim"))
    state = model.initSystem()
    asked: list[float] = []

    def interrupt() -> None:
        asked.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)  # another thread runs while the progress is told
    timer.start()
    result = dem.run(model, state, 60.0, integrator="RungeKuttaMerson", accuracy=1e-7)
    late = time.perf_counter() - asked[0]
    assert result.interrupted and 0 < result.time < 60
    assert late < 0.2
    assert dem.run(model, result.state, result.time + 0.01).time == pytest.approx(result.time + 0.01)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# A run shows how far it is, on request.
def test_run_shows_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    model = make_ball()
    dem.run(model, model.initSystem(), 0.05, progress=True)
    assert "ran to 0.050 s" in capsys.readouterr().err


# OpenSim's log has the energy at both ends of a run: a ball that falls freely keeps it.
def test_log_has_the_energy(tmp_path: Path) -> None:
    model = make_ball(1.0)
    result = dem.run(model, model.initSystem(), 0.1, accuracy=1e-6)
    assert result.energy_after == pytest.approx(result.energy_before, rel=1e-6)  # the accuracy


# A wrong value is an error with its name, its value and what is allowed.
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"time": 0.0}, "time is 0.0; it must be > 0.0 s"),
        ({"time": math.nan}, "time is nan"),
        ({"time": math.inf}, "time is inf"),
        ({"accuracy": 0.0}, "accuracy is 0.0; it must be in (0, 0.1]"),
        ({"accuracy": math.nan}, "accuracy is nan"),
        ({"maximum_step": -1.0}, "maximum_step is -1.0; it must be > 0 s"),
        ({"fixed_step": 0.0}, "fixed_step is 0.0; it must be > 0 s"),
        ({"interval": -1.0}, "interval is -1.0; it must be >= 0 s"),
        ({"integrator": "Euler"}, "integrator is 'Euler'; it must be one of ContactIntegrator, RungeKuttaMerson"),
    ],
)
def test_run_refuses_wrong_values(given: dict[str, float], words: str) -> None:
    model = make_ball()
    state = model.initSystem()
    with pytest.raises(ValueError) as error:
        dem.run(model, state, **{"time": 1.0, **given})  # type: ignore[arg-type]
    assert words in str(error.value)


# A model without a DEMContactForce can be run by the integrators of OpenSim only, and the error says so.
def test_contact_integrator_needs_contact() -> None:
    model = make_ball(material=None)
    state = model.initSystem()
    with pytest.raises(RuntimeError, match="choose another integrator"):
        dem.run(model, state, 0.1)
    assert dem.run(model, state, 0.1, integrator="RungeKuttaMerson").time == 0.1


# Something that is no model or State is refused before its address is used.
def test_wrong_objects_are_refused() -> None:
    model = make_ball()
    state = model.initSystem()
    with pytest.raises(TypeError, match="model is a Body"):
        dem.contact_records(model.getBodySet().get("ball"), state)
    with pytest.raises(TypeError, match="state is a Model"):
        dem.run(model, model, 1.0)


# Mistakes in a force that is made in Python are errors with the names of the surface and of what is wrong.
def test_add_dem_contact_refuses_mistakes() -> None:
    model = make_ball(material=None)
    floor = dem.Surface("floor", "floor", RUBBER)
    with pytest.raises(ValueError, match="no contact geometry /contactgeometryset/toe; it has .*sphere"):
        dem.add_dem_contact(model, "contact", [dem.Surface("ball", "toe", RUBBER), floor])
    with pytest.raises(ValueError, match="2 surfaces called 'floor'"):
        dem.add_dem_contact(model, "contact", [floor, floor])
    with pytest.raises(ValueError, match="surface 'ball' has no geometry"):
        dem.add_dem_contact(model, "contact", [dem.Surface("ball", [], RUBBER), floor])
    with pytest.raises(ValueError, match="youngs_modulus is NaN"):
        dem.Material(youngs_modulus=math.nan)
    with pytest.raises(TypeError, match="poissons_ratio is '0.3'|it must be a number"):
        dem.Material(poissons_ratio=True)
    dem.add_dem_contact(model, "contact", [dem.Surface("ball", "sphere", RUBBER), floor])
    with pytest.raises(ValueError, match="already has a force 'contact'"):
        dem.add_dem_contact(model, "contact", [dem.Surface("ball", "sphere", RUBBER), floor])


# A value out of its range is an error of initSystem() with the surface and the value.
def test_values_out_of_range_are_refused() -> None:
    model = make_ball(material=dem.Material(youngs_modulus=-1, poissons_ratio=0.3, restitution=0.3, static_friction=0.8))
    with pytest.raises(RuntimeError, match="(?s)youngs.*-1"):
        model.initSystem()


# An OpenSim of another version is refused with both versions.
def test_another_opensim_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "opensim-4.5.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: opensim\nVersion: 4.5\n")
    run = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import simbodydem_opensim"],
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert "needs OpenSim 4.6, and this Python has OpenSim 4.5" in run.stderr


# A component that cannot be loaded is an ImportError with the reason of the system's loader.
def test_loader_tells_its_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.so").write_text("no library")
    code = (
        "import simbodydem_opensim._component as c, pathlib\n"
        f"c._functions, c.COMPONENT = None, pathlib.Path({str(tmp_path / 'broken.so')!r})\n"
        "c.load()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "ImportError" in run.stderr and "broken.so" in run.stderr and "too short" in run.stderr


# A run writes the ground reaction of the ball, whose last row is its weight.
def test_ground_reaction_is_written(tmp_path: Path) -> None:
    model = make_ball()
    dem.add_ground_reaction(model, "contact", tmp_path / "grf")
    dem.run(model, model.initSystem(), 2.0)
    table = opensim.TimeSeriesTable(str(tmp_path / "grf.mot"))
    assert table.getDependentColumn("ground_force_ball_vy").to_numpy()[-1] == pytest.approx(2 * 9.80665, rel=1e-3)


# A row of the ground reaction has the largest force since the row before: that of an impact that no row sees, which is Hertz's.
def test_ground_reaction_keeps_peaks(tmp_path: Path) -> None:
    elastic = dem.Material(youngs_modulus=2e6, poissons_ratio=0.3, restitution=1, static_friction=0.8)
    model = make_ball(0.2, material=elastic)
    model.setGravity(opensim.Vec3(0))
    analysis = dem.add_ground_reaction(model, "contact", tmp_path / "grf")
    analysis.setStepInterval(10**6)  # the first row and the last
    state = model.initSystem()
    model.getCoordinateSet().get(4).setSpeedValue(state, -1)
    dem.run(model, state, 0.2, integrator="RungeKuttaMerson", accuracy=1e-6, maximum_step=2e-4)
    table = opensim.TimeSeriesTable(str(tmp_path / "grf.mot"))
    stiffness = 4 / 3 * 2e6 / (1 - 0.3**2) / 2 * math.sqrt(0.1)
    depth = (5 * 2 * 1**2 / (4 * stiffness)) ** 0.4
    peak = table.getDependentColumn("peak_ground_force_ball").to_numpy()
    assert table.getNumRows() == 2 and peak[0] == 0
    assert peak[1] == pytest.approx(stiffness * depth**1.5, rel=1e-3)  # the step nearest to the peak, of a contact of 15 ms
    assert 0.1 < table.getDependentColumn("peak_time_ball").to_numpy()[1] < 0.12


def make_larger_model() -> opensim.Model:
    """Makes a model with a second body, whose State has more coordinates than that of the ball."""
    model = make_ball()
    body = opensim.Body("other", 1, opensim.Vec3(0), opensim.Inertia(1, 1, 1))
    model.addBody(body)
    model.addJoint(opensim.FreeJoint("other_joint", model.getGround(), body))
    return model


# A State of a larger or smaller model, or of none, is refused with the sizes. Its values lie elsewhere, and reading them ended the process.
@pytest.mark.parametrize("read", ["run", "contact_records", "ground_reaction"])
def test_state_of_another_model_is_refused(read: str) -> None:
    last = {"run": (0.1,), "contact_records": (), "ground_reaction": ("ball",)}[read]
    small, large = make_ball(), make_larger_model()
    states = small.initSystem(), large.initSystem()
    for model, state, words in (
        (large, states[0], "7 generalized coordinates, and the model has 14"),
        (small, states[1], "14 generalized coordinates, and the model has 7"),
        (small, opensim.State(), "0 subsystems"),
    ):
        with pytest.raises(ValueError, match=words):
            getattr(dem, read)(model, state, *last)


# A model that has changed since initSystem() is refused, with the call that it needs.
def test_changed_model_needs_a_new_system() -> None:
    model = make_ball()
    state = opensim.State(model.initSystem())
    model.addComponent(opensim.PrescribedController())
    for read in (lambda: dem.run(model, state, 0.1), lambda: dem.contact_records(model, state)):
        with pytest.raises(ValueError, match="call model.initSystem()"):
            read()


# A value of another type is an error with its name, and no other value is read from it.
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: dem.Material(youngs_modulus="2e6"), "youngs_modulus is '2e6'; it must be a number"),
        (lambda: dem.Material(youngs_modulus=(2e6, 3e6)), "it must be a number"),
        (lambda: dem.Material(youngs_modulus=np.complex128(1)), "it must be a number"),
        (lambda: dem.Material(static_friction=np.True_), "it must be a number"),
        (lambda: dem.Sand(preset="drySand", gravity=[0, -9.81]), "gravity is .*; it must be three numbers"),
        (lambda: dem.Sand(preset="drySand", gravity="down"), "gravity is 'down'; it must be three numbers"),
        (lambda: dem.Sand(preset=3), "preset is 3; it must be a str"),
        (lambda: dem.Surface("ball", "sphere", RUBBER, "1 mm"), "rounding is '1 mm'; it must be a number"),
        (lambda: dem.Surface("ball", 3, RUBBER), "surface 'ball': geometry is 3"),
        (lambda: dem.Surface(5, "sphere", RUBBER), "the name of a Surface is 5"),
    ],
)
def test_values_of_another_type_are_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(TypeError, match=words):
        make()


# An argument of add_dem_contact() that is wrong is an error with its name, and the model is as it was.
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"name": "left foot"}, "the name of a DEMContactForce is 'left foot'"),
        ({"name": ""}, "the name of a DEMContactForce is ''"),
        ({"surfaces": ["ball", "floor"]}, "surfaces has a str; it must be a list of Surface"),
        ({"surfaces": None}, "surfaces is a NoneType; it must be a list of Surface"),
        ({"detection_margin": "1 mm"}, "detection_margin is '1 mm'; it must be a number"),
        ({"track_dissipated_energy": "false"}, "track_dissipated_energy is 'false'; it must be True or False"),
        ({"exclude": ("ball", "floor")}, "exclude has 'ball'; it must be a list of pairs of names"),
        ({"exclude": [("ball", "floor", "toe")]}, "it must be a list of pairs of names"),
        ({"law": 3}, "law is 3; it must be a str"),
    ],
)
def test_wrong_arguments_leave_the_model(given: dict[str, object], words: str) -> None:
    model = make_ball(material=None)
    surfaces = [dem.Surface("ball", "sphere", RUBBER), dem.Surface("floor", "floor", RUBBER)]
    with pytest.raises((TypeError, ValueError), match=words):
        dem.add_dem_contact(model, **{"name": "contact", "surfaces": surfaces, **given})  # type: ignore[arg-type]
    assert model.getForceSet().getSize() == 0
    dem.add_dem_contact(model, "contact", iter(surfaces))  # type: ignore[arg-type]  # each surface is read once
    assert len(dem.surface_names(model) if model.initSystem() else {}) == 2


# Numbers of numpy and a Vec3 are numbers.
def test_numbers_of_numpy() -> None:
    assert dem.Material(youngs_modulus=np.float32(2e6), static_friction=np.array(1)) == dem.Material(youngs_modulus=2e6, static_friction=1.0)
    for gravity in (np.array([0, -9.81, 0]), opensim.Vec3(0, -9.81, 0), [0, -9.81, 0]):
        assert dem.Sand(preset="drySand", gravity=gravity).gravity == (0, -9.81, 0)


# Records have the whole name of a surface, also a longer one than CONTACT_DTYPE has room for.
def test_long_names_are_whole() -> None:
    model, name = make_ball(material=None), "b" * 100
    dem.add_dem_contact(model, "contact", [dem.Surface(name, "sphere", RUBBER), dem.Surface("floor", "floor", RUBBER)])
    state = model.initSystem()
    set_height(model, state, 0.0999)
    (record,) = dem.contact_records(model, state)
    assert {record["surface_a"], record["surface_b"]} == {name, "floor"}


# Steps that the rounding of the time swallows, and settings that contradict each other, are errors. The run would not end, or leave one out.
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"maximum_step": 1e-300}, "maximum_step is 1e-300; it must be >= 9e-16 s, the rounding of the time"),
        ({"interval": 1e-300}, "interval is 1e-300; it must be 0, or >= 9e-16 s"),
        ({"fixed_step": 0.01, "maximum_step": 0.001}, "fixed_step is 0.01; it must be <= maximum_step, which is 0.001 s"),
        ({"fixed_step": 0.01, "integrator": "CPodes"}, "CPodes has no fixed step"),
        ({"time": "1"}, "time is '1'; it must be a number"),
        ({"accuracy": None}, "accuracy is None; it must be a number"),
        ({"analyses": "no"}, "analyses is 'no'; it must be True or False"),
    ],
)
def test_run_refuses_contradictions(given: dict[str, object], words: str) -> None:
    model = make_ball()
    state = model.initSystem()
    with pytest.raises((TypeError, ValueError), match=words):
        dem.run(model, state, **{"time": 1.0, **given})  # type: ignore[arg-type]


class BrokenTerminal:
    """Is a stderr whose terminal has been closed."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError("broken")


# A run ends with its result where stderr is missing, closed or broken, as in a notebook or behind a closed terminal.
@pytest.mark.parametrize("stderr", [None, object(), BrokenTerminal()], ids=["missing", "no terminal", "broken"])
def test_run_needs_no_stderr(stderr: object, monkeypatch: pytest.MonkeyPatch) -> None:
    model = make_ball()
    state = model.initSystem()
    monkeypatch.setattr(sys, "stderr", stderr)
    assert dem.run(model, state, 0.1).time == 0.1


# A program that ignores Ctrl-C, as one behind nohup, runs to the end.
def test_ignored_interrupt_is_ignored() -> None:
    model = make_ball()
    state = model.initSystem()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        result = dem.run(model, state, 0.5, maximum_step=1e-4)
        assert not result.interrupted and result.time == 0.5
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# A program that ends while a thread of it runs a model ends in order, and not by an abort of the process.
def test_program_ends_during_a_run() -> None:
    code = (
        f"import sys, threading, time; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from test_package import dem, make_ball\n"
        "model = make_ball(); state = model.initSystem()\n"
        "threading.Thread(target=dem.run, args=(model, state, 1e4), kwargs={'maximum_step': 1e-4}, daemon=True).start()\n"
        "time.sleep(1)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr

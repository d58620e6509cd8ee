"""Beds of grains. Their server is built where LAMMPS and MPI are installed; SIMBODYDEM_GRAINS_SERVER names another one."""

import os
import pickle
import signal
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from test_same_numbers import BUILD, run_in_cpp

import simbodydem as sd

RADIUS, SIDE = 0.005, 3
MASS = 2500 * 4 / 3 * np.pi * RADIUS**3 * 2 * SIDE**2
STONE = sd.Material(E=5e6, nu=0.25, restitution=0.3, friction=0.6)


@pytest.fixture(autouse=True)
def server(monkeypatch):
    """Lets the package find the server of the build folder."""
    if not sd.HAS_GRAINS:
        pytest.skip("the module was built without grains")
    path = Path(os.environ.get("SIMBODYDEM_GRAINS_SERVER", BUILD / "plugin" / "grains" / "server" / "simbodydem-grains"))
    if not path.exists():
        pytest.skip(f"there is no {path}; ./run test grains builds it")
    monkeypatch.setenv("SIMBODYDEM_GRAINS_SERVER", str(path))
    if os.geteuid() == 0:  # Open MPI wants to be told that this is meant
        monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT", "1")
        monkeypatch.setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
    return path


def make_block(height=0.0001, **options):
    """Makes 18 grains in two layers on the floor of a box, and a block over them by this height."""
    world = sd.World()
    half = SIDE * RADIUS
    bed = world.add_grains((-half, -half, 0), (half, half, 0.2), STONE, **{"interval": 4, **options})
    x, y, z = np.meshgrid(*[RADIUS * (2 * np.arange(SIDE) + 1 - SIDE)] * 2, RADIUS * np.array([1, 3]))
    bed.add(np.column_stack([x.ravel(), y.ravel(), z.ravel()]), RADIUS)
    at = 4 * RADIUS + 0.01 + height
    block = world.add_body(mass=0.1, shape=sd.Brick((0.012, 0.012, 0.01), 0.002), material=STONE, pose=(0, 0, at), name="block")
    bed.add_surfaces(block)
    return world, bed, block


def children_of(process):
    found = subprocess.run(["pgrep", "-P", str(process), "mpirun|simbodydem-grai"], capture_output=True, text=True)
    return [int(child) for child in found.stdout.split()]


def test_leg_has_the_numbers_of_cpp(tmp_path, monkeypatch):
    """The leg of docs/grains.md, poured and landed in C++ with the same Simbody and BLAS: equal to 1e-12 at each of 15 calls of stepTo().

    The bed has fewer grains here. Simbody's part is the same to rounding, 1e-16 a step, which contacts amplify. The rest of the program runs too.
    """
    expected = np.array([line.split() for line in run_in_cpp("foot_on_grains", "python-package/reference", tmp_path)], dtype=float)
    program = (ROOT / "python" / "examples" / "grain_foot.py").read_text().replace("count=500", "count=200")
    model, _, rest = program.partition("# run begins")
    names = {}
    exec(model, names)
    sim = sd.Simulation(names["world"])
    sim.set_pose(names["trunk"], (0, 0, sim.grains.measure().highest + 0.1 + 0.012 + 0.005))
    rows = []
    for i in range(15):
        sim.step_to((i + 1) * 0.004)
        (wrench,) = sim.grains.wrenches
        rows.append([*sim.q, wrench["force"][0], wrench["force"][2], wrench["moment"][1]])
    assert expected[:, 3].max() > 5  # N: it has landed
    assert np.array(rows) == pytest.approx(expected, rel=1e-12, abs=1e-12)
    names["sim"] = sim
    monkeypatch.chdir(tmp_path)
    exec(rest.replace("sim = sd.Simulation(world)", "").replace("0.3, every=0.02", "0.02, every=0.01"), names)
    assert (tmp_path / "grain_foot.html").stat().st_size > 10000


def test_readings_agree_with_each_other():
    """Sums over rows are the sums that the server measures, to rounding."""
    world, bed, block = make_block()
    sim = sd.Simulation(world, step=1e-4)
    sim.run(0.02)
    grains, measures = sim.grains, sim.grains.measure()
    rows = grains.rows
    assert len(grains) == len(rows) == measures.grains == 2 * SIDE**2
    assert measures.mass == pytest.approx(MASS, rel=1e-12)
    assert measures.momentum == pytest.approx(MASS / len(rows) * rows["velocity"].sum(axis=0), abs=1e-12)
    assert measures.highest == pytest.approx((rows["position"][:, 2] + rows["radius"]).max(), rel=1e-12)
    (wrench,), contacts = grains.wrenches, grains.contacts(0)
    assert wrench["body"] == block.number and wrench["contacts"] == len(contacts) > 0
    assert contacts["force"].sum(axis=0) == pytest.approx(wrench["force_at_end"], abs=1e-12)
    arms = contacts["point"]
    assert np.cross(arms, contacts["force"]).sum(axis=0) == pytest.approx(wrench["moment_at_end"], abs=1e-12)
    for pair in grains.pairs:
        first, second = rows["position"][pair["grains"]]
        assert pair["overlap"] == pytest.approx(2 * RADIUS - np.linalg.norm(second - first), abs=1e-12)
    (layer,) = grains.layers(1)
    assert layer["grains"] == len(rows) and layer["stress"][2, 2] > 0
    assert grains.num_intervals > 0 and grains.num_steps >= 0.02 / grains.time_step and grains.num_lost == 0
    assert "hertz" in grains.law
    assert not rows.flags.writeable


def test_copies_continue_to_rounding(tmp_path):
    """A clone, a State, its pickle, a file and a rollout go on from there as the run does: within 1e-9 m, of which the contacts amplify 1e-16.

    The springs of the contacts and what is owed to the block are in all of them. A simulation that begins again has its grains.
    """
    world, bed, block = make_block()
    sim = sd.Simulation(world, step=1e-4)
    sim.run(0.01)
    copy, state = sim.clone(), sim.state
    assert pickle.loads(pickle.dumps(state)) == state
    sim.save(tmp_path / "state.bin")
    x, c = sd.rollout(sim, [state] * 2, periods=1, every=0.01, threads=2)
    copy.run(0.01)
    sim.run(0.01)
    end, grains, force = sim.q.copy(), sim.grains.rows["position"], sim.grains.wrenches["force_at_end"][0]
    assert copy.q == pytest.approx(end, abs=1e-9) and copy.grains.rows["position"] == pytest.approx(grains, abs=1e-9)
    assert x[0].tobytes() == x[1].tobytes() and c[0].tobytes() == c[1].tobytes()
    assert x[0, 0, : len(end)] == pytest.approx(end, abs=1e-9)
    assert c[0, 0, block.number] == pytest.approx(force, abs=1e-5 * np.abs(force).max())
    sim.reset()
    assert sim.time == 0 and len(sim.grains) == len(grains)
    sim.load(tmp_path / "state.bin")
    assert sim.time == state.time == 0.01
    sim.run(0.01)
    assert sim.q == pytest.approx(end, abs=1e-9)
    sim.replay(tmp_path / "block.html")
    assert (tmp_path / "block.html").stat().st_size > 10000


def test_grains_come_and_go_between_steps():
    """What is left keeps its order, and a new grain is the last one."""
    world, bed, block = make_block(height=0.05)
    sim = sd.Simulation(world, step=1e-4)
    sim.run(0.001)
    before = sim.grains.rows["position"]
    taken = np.arange(len(before)) % 5 == 0
    assert sim.grains.remove(taken) == taken.sum()
    sim.grains.add([(0, 0, 0.1)], RADIUS, velocities=[(0, 0, -1)])
    rows = sim.grains.rows
    assert rows["position"][:-1] == pytest.approx(before[~taken], abs=1e-15)
    assert rows["velocity"][-1].tolist() == [0, 0, -1]
    sim.run(0.001)
    with pytest.raises(ValueError, match=r"which has 2 values; the bed has 15 grains"):
        sim.grains.remove([True, False])


def test_interrupt_ends_a_run_that_goes_on_afterwards():
    """SIGINT, as Ctrl-C sends it, ends a run of an hour at the end of an interval. Time, State and bed are together."""
    world, bed, block = make_block()
    sim = sd.Simulation(world, step=1e-3)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        sim.run(3600)
    stopped = sim.time
    assert stopped > 0
    sim.run(0.001)
    assert sim.time == pytest.approx(stopped + 0.001, abs=1e-12)


def test_end_of_the_server_is_an_exception():
    """The next call has the library's text, and so has the one after it. The rest of the program goes on."""
    world, bed, block = make_block()
    sim = sd.Simulation(world)
    sim.run(0.001)
    for starter in children_of(os.getpid()):  # mpirun
        for child in children_of(starter):
            os.kill(child, signal.SIGKILL)
    for _ in range(2):
        with pytest.raises(RuntimeError, match=r"GrainBed: its server has ended"):
            sim.run(0.001)
    assert np.isfinite(sim.q).all()


def test_mistakes_have_the_text_of_the_library(monkeypatch):
    """They appear where they are made, and say what to do instead."""
    world, bed, block = make_block()
    with pytest.raises(ValueError, match=r"the world has grains already"):
        world.add_grains((0, 0, 0), (1, 1, 1), STONE)
    with pytest.raises(ValueError, match=r"GrainBedOptions.*interval = 0"):
        sd.World().add_grains((0, 0, 0), (1, 1, 1), STONE, interval=0)
    with pytest.raises(ValueError, match=r"high z = 0 m; it must be finite and > 0 m"):
        sd.World().add_grains((0, 0, 0), (1, 1, 0), STONE)
    with pytest.raises(ValueError, match=r"GrainBed::setLaw\(\)"):
        sd.World().add_grains((0, 0, 0), (1, 1, 1), STONE, tangential="hollars")
    with pytest.raises(ValueError, match=r"give either up_to"):
        bed.fill(0.005)
    with pytest.raises(ValueError, match=r"radius"):
        bed.fill(-0.005, count=10)
    soft = sd.Layer(stiffness=(1e8, 1e8), friction=0.5)
    number = world.add_ground(soft, sd.Sphere(0.01), (0, 0, -1))
    with pytest.raises(ValueError, match=r"ground has a layer, sand or soil"):
        bed.add_surfaces(number)
    with pytest.raises(ValueError, match=r"the world has no grains"):
        _ = sd.Simulation(sd.World()).grains.rows
    sim = sd.Simulation(world, step=1e-3)
    for refused in (lambda: sd.linearize(sim), lambda: sd.rollout(sim, np.concatenate([sim.q, sim.u]), periods=1)):
        with pytest.raises(ValueError, match=r"grains"):
            refused()
    with pytest.raises(ValueError, match=r"no grains"):
        sim.restore(sd.Simulation(sd.World()).state)
    monkeypatch.setenv("SIMBODYDEM_GRAINS_SERVER", "/nowhere/simbodydem-grains")
    with pytest.raises(RuntimeError, match=r"SIMBODYDEM_GRAINS_SERVER = /nowhere/simbodydem-grains is not a program"):
        sd.Simulation(world)
    monkeypatch.delenv("SIMBODYDEM_GRAINS_SERVER")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(RuntimeError, match=r"there is no program simbodydem-grains.*liblammps-dev"):
        sd.Simulation(world)


def test_every_shape_meets_grains():
    """All shapes of the package are surfaces of a bed, on bodies and on Ground. Their contacts are tested in C++."""
    world = sd.World()
    bed = world.add_grains((-1, -1, 0), (1, 1, 1), STONE)
    tetrahedron = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]) * 0.1
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    shapes = [
        sd.Sphere(0.1),
        sd.HalfSpace(),
        sd.Ellipsoid((0.1, 0.2, 0.3)),
        sd.Capsule(0.1, 0.2),
        sd.Cylinder(0.1, 0.2, 0.01),
        sd.Wheel(0.1, 0.01),
        sd.Brick((0.1, 0.2, 0.3), 0.01),
        sd.ConvexHull(tetrahedron, 0.01),
        sd.Mesh(tetrahedron, faces),
        sd.Terrain([0, 1, 2, 3], [0, 1, 2, 3], np.zeros((4, 4))),
    ]
    assert [bed.add_surface(world.ground, shape, STONE) for shape in shapes] == list(range(len(shapes)))

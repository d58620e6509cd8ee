"""Laws that are written in Python."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest
from conftest import ROOT

import simbodydem as sd


class Spring(sd.NormalLaw):
    """A linear spring, F = k delta, with a dashpot c."""

    def __init__(self, k, c=0.0):
        self.k, self.c = k, c

    @property
    def parameters(self):
        return {"k": self.k, "c": self.c}

    def calc_force(self, contact):
        elastic = self.k * contact.overlap
        force = max(elastic + self.c * contact.overlap_rate, 0.0)
        return sd.NormalOutput(force=force, frictional_load=force, stiffness=self.k, stored_energy=0.5 * self.k * contact.overlap**2)


class Felt(sd.TangentialLaw):
    """The law of docs/your-own-law.md: a spring with Coulomb's limit."""

    required = ["friction"]

    def __init__(self, k):
        self.k = k

    def bind(self, pair):
        self.friction = pair.friction

    def calc_force(self, contact):
        xi = contact.displacement + contact.slip_increment
        limit, trial = self.friction * contact.normal.frictional_load, self.k * np.linalg.norm(xi)
        if trial > limit:
            xi *= limit / trial
        return sd.TangentialOutput(force=-self.k * xi, displacement=xi, sliding=trial > limit, stored_energy=0.5 * self.k * float(xi @ xi))


class Grip(sd.RollingLaw):
    """A dashpot against all rotation, -c w."""

    def calc_torque(self, contact):
        return sd.RollingOutput(torque=-0.01 * contact.angular_velocity)


class Failing(Spring):
    """A spring that raises an error while it has one."""

    error = None

    def calc_force(self, contact):
        if Failing.error is not None:
            raise Failing.error
        return super().calc_force(contact)


def drop(normal, tangential="cundall", height=0.0, velocity=(0, 0, 0), rolling="none", **options):
    """Makes the simulation of a ball of 1 kg and 0.1 m over the ground."""
    world = sd.World(normal=normal, tangential=tangential, rolling=rolling)
    material = sd.Material(E=1e7, nu=0.3, friction=0.3, restitution=0.5, stiffness_ratio=1)
    world.add_ground(material)
    world.add_body(mass=1, shape=sd.Sphere(0.1), material=material, pose=(0, 0, 0.1 + height), velocity=velocity, name="ball")
    return sd.Simulation(world, **options)


def test_spring_in_python_is_the_spring_in_cpp():
    """A ball oscillates on F = k delta: after a period of 2 pi sqrt(m/k) it is where it was, and half a period later 2 m g/k lower. The
    accuracy of 1e-8 leaves 1e-7 of the amplitude."""
    k = 1e4
    sim = drop(Spring(k), tangential=Felt(1e3), accuracy=1e-8)
    half = np.pi * np.sqrt(1 / k)
    low = 2 * 9.81 / k
    sim.step_to(half)
    assert sim.q[6] == pytest.approx(0.1 - low, abs=1e-6 * low)
    assert sim.contacts["force"][0, 2] == pytest.approx(2 * 9.81, rel=1e-6)
    sim.step_to(2 * half)
    assert sim.q[6] == pytest.approx(0.1, abs=1e-6 * low)


def test_felt_in_python_slides_by_coulombs_law():
    """A ball that is thrown along the floor with a velocity v slides while it slows down by mu g, until it rolls with 5/7 v."""
    sim = drop(Spring(1e5, 60), Felt(1e5), height=-9.81e-5, velocity=(1, 0, 0))
    sim.step_to(0.05)
    assert sim.u[3] == pytest.approx(1 - 0.3 * 9.81 * 0.05, rel=2e-3)
    assert not sim.contacts["sticks"][0]
    sim.step_to(0.3)
    assert sim.u[3] == pytest.approx(5 / 7, rel=5e-3)


def test_rolling_law_in_python_resists_rotation():
    """A ball that spins about the normal loses its spin by exp(-c t/I), with I = 2/5 m r^2."""
    sim = drop(Spring(1e5, 60), Felt(1e5), height=-9.81e-5, rolling=Grip(), accuracy=1e-6)
    sim.set_u([0, 0, 10, 0, 0, 0])
    sim.step_to(0.1)
    assert sim.u[2] == pytest.approx(10 * np.exp(-0.01 * 0.1 / (0.4 * 0.1**2)), rel=1e-4)


def test_settings_of_laws_are_described():
    """The name and the parameters are in the description, and a law of other parameters reads no history."""
    sim = drop(Spring(1e4))
    assert any("Spring" in line for line in sim.world.describe_laws())
    state = sim.state.to_bytes()
    with pytest.raises(RuntimeError, match='"normal k 10000 "'):
        drop(Spring(2e4)).restore(sd.State.from_bytes(state))


def test_exceptions_of_laws_arrive_as_they_are():
    """An exception has its own class and text, with fixed steps and with error control. The simulation goes on when the law is mended."""
    for options in (dict(step=1e-3), dict(accuracy=1e-3), dict(integrator="runge-kutta-merson")):
        sim = drop(Failing(1e4), **options)
        sim.step_to(0.01)
        Failing.error = ZeroDivisionError("the spring is cut")
        try:
            with pytest.raises(ZeroDivisionError, match=r"^the spring is cut$") as caught:
                sim.step_to(0.5)
            assert caught.value is Failing.error
            assert 0.01 <= sim.time < 0.5
            with pytest.raises(ZeroDivisionError):
                drop(Failing(1e4), height=-1e-3)
        finally:
            Failing.error = None
        sim.step_to(0.02)
        assert sim.time == 0.02 and np.isfinite(sim.q).all()


def test_law_that_returns_something_else_is_a_mistake():
    """The error names the law. So do errors of values that it requires."""

    class Number(sd.NormalLaw):
        def calc_force(self, contact):
            return 1.0

    class Greedy(Spring):
        required = ["colour"]

    class Unwritten(sd.NormalLaw):
        pass

    with pytest.raises(ValueError, match="'Number' has returned"):
        drop(Number(), height=-1e-3)
    with pytest.raises(ValueError, match="'Greedy' requires 'colour'; choose from E, "):
        drop(Greedy(1.0))
    with pytest.raises(NotImplementedError):
        drop(Unwritten(), height=-1e-3)
    with pytest.raises(TypeError, match="TangentialLaw"):
        drop(Spring(1e4), tangential=Spring(1e4))


def test_rollouts_of_a_law_in_python_run_in_one_thread():
    """More threads are an error. One thread has the bits of the simulation, and exceptions arrive there too; a clone has the same bits."""
    sim = drop(Failing(1e4, 5), height=1e-4)
    sim.run(0.01)
    for threads in (0, 2):
        with pytest.raises(ValueError, match=f"threads = {threads}; it must be 1, since a law"):
            sd.rollout(sim, sim.state, periods=2, every=0.01, threads=threads)
    states, _ = sd.rollout(sim, sim.state, periods=2, every=0.01, threads=1)
    copy = sim.clone()
    for one in (sim, copy):
        one.step_to(0.02)
        one.step_to(0.03)
        assert np.concatenate([one.q, one.u]).tobytes() == states[0, -1].tobytes()
    Failing.error = KeyError("gone")
    try:
        with pytest.raises(KeyError, match="gone"):
            sd.rollout(sim, sim.state, periods=2, every=0.01, threads=1)
    finally:
        Failing.error = None
    sd.rollout(sim, sim.state, periods=1, every=0.01, threads=1)


def test_inputs_outlive_their_call():
    """A law may keep what it is given."""
    kept = []

    class Keeping(Felt):
        def calc_force(self, contact):
            kept.append(contact)
            return super().calc_force(contact)

    drop(Spring(1e4), Keeping(1e4), height=-1e-3).run(0.01)
    assert kept[0].contact.overlap == pytest.approx(1e-3)
    assert kept[0].normal.force == pytest.approx(10)
    assert kept[0].normal_direction.tolist() == [0, 0, 1]


def test_ctrl_c_ends_a_run_with_a_law_in_python():
    """The signal arrives inside the law or between its calls. The run ends within 0.1 s and a margin for a busy machine."""
    sim = drop(Spring(1e4), step=1e-4)
    started = []

    def interrupt():
        time.sleep(0.2)
        started.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        sim.step_to(1e4)
    assert time.monotonic() - started[0] < 1
    thread.join()
    end = sim.time
    sim.run(1e-3)
    assert sim.time == pytest.approx(end + 1e-3)


def test_threads_of_python_run_laws_side_by_side():
    """Two threads with a simulation each end with the same bits as one alone, and nothing waits for ever."""
    ends = []

    def run():
        sim = drop(Spring(1e4, 5), Felt(1e4), height=1e-3)
        sim.run(0.05)
        ends.append(sim.q.tobytes())

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(ends) == 3 and len(set(ends)) == 1


def test_reset_costs_one_force_evaluation():
    """A ball that lies has one contact, so a force evaluation calls its law once. restore() evaluates forces once at most."""
    calls = []

    class Counted(Spring):
        def calc_force(self, contact):
            calls.append(contact.overlap)
            return super().calc_force(contact)

    sim = drop(Counted(1e4, 5), height=-1e-3, step=1e-3)
    sim.run(0.01)
    state = sim.state
    sim.run(0.01)
    calls.clear()
    sim.restore(state)
    assert len(calls) <= 1


def test_worlds_and_laws_are_collected():
    """A world that its law refers to is garbage when nothing else refers to it, and so is its simulation."""
    law = Spring(1e4)
    sim = drop(law, height=-1e-3)
    sim.run(0.001)
    law.world = sim.world
    law.sim = sim
    seen = weakref.ref(sim.world), weakref.ref(sim), weakref.ref(law)
    del law, sim
    gc.collect()
    assert [one() for one in seen] == [None, None, None]


def test_program_with_a_law_ends_without_leaks():
    """The interpreter ends and nanobind reports no object that is left."""
    program = ROOT / "python" / "examples" / "own_law.py"
    result = subprocess.run([sys.executable, program], check=True, capture_output=True, text=True)
    tops = [float(top) for top in result.stdout.split(":")[1].split(",")]
    assert len(tops) > 2 and sorted(tops, reverse=True) == tops  # each bounce is lower
    assert result.stderr == ""

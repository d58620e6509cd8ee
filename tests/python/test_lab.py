"""Experiments of contact-lab from Python."""

import math
import signal
import threading
import time

import numpy as np
import pytest

from simbodydem import lab


def test_impact_returns_the_restitution_that_is_set():
    """An impact at the integrator's accuracy of 1e-6 returns its restitution, with arrays of all samples."""
    result = lab.run("impact", restitution=0.6, speed=2)
    assert result["e_n"] == pytest.approx(0.6, abs=1e-4)
    assert result["overlap"].shape == result["normal_force"].shape == result["time"].shape
    assert result["overlap"].max() == pytest.approx(result["max_overlap"])
    # The impulse is the integral of the force; the trapezoidal rule with 1000 samples in the contact time is good for 1e-5, and the force
    # before the first sample is left out.
    force, time = result["normal_force"], result["time"]
    assert np.sum((force[1:] + force[:-1]) / 2 * np.diff(time)) == pytest.approx(result["impulse"], rel=1e-3)


def test_undamped_sphere_has_the_contact_time_of_hertz():
    """A sphere on Hertz's spring is in contact for 2.9432 delta/v, where delta is the greatest overlap."""
    result = lab.run("impact", restitution=1.0, samples=10, accuracy=1e-9)
    assert result["contact_time"] == pytest.approx(2.9432 * result["max_overlap"] / 1.0, rel=0.05)  # ten samples miss the greatest overlap
    fine = lab.run("impact", restitution=1.0, samples=2000, accuracy=1e-9)
    assert fine["contact_time"] == pytest.approx(2.9432 * fine["max_overlap"], rel=1e-4)


def test_options_may_be_spelled_as_on_the_command_line():
    """Words of options are separated by _ or by -."""
    once = lab.run("impact", angle=40, kinetic_friction=0.2)
    again = lab.run("impact", angle=40, **{"kinetic-friction": 0.2})
    assert once["e_t"] == again["e_t"]


def test_parts_of_a_law_replace_its_name():
    """Hertz's law without damping returns the whole speed, whatever the name of the default law."""
    assert lab.run("impact", normal="hertz", tangential="none", restitution=1)["e_n"] == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"speed": 0}, "--speed = 0 m/s; it must be > 0 and finite"),
        ({"speed": 1e9}, r"--speed = 1e\+09 m/s; it must be 0, or its magnitude from 1e-09 to 100000"),
        ({"speed": "fast"}, "--speed = fast; it must be a number"),
        ({"speed": None}, "--speed = None; it must be a number or text"),
        ({"speed": math.nan}, "--speed: it must be a number, not nan"),
        ({"law": 3}, "--law = 3; it must be a word"),
        ({"law": "herz"}, "--law herz is unknown"),
        ({"law": "cundall", "normal": "hertz"}, "excludes --law"),
        ({"sped": 1}, "--sped is unknown; choose from law, .*speed"),
        ({"samples": 10.5}, "--samples = 10.5; it must be a whole number"),
        ({"samples": 1}, r"--samples = 1; it must be in \[10, 10000\]"),
        ({"tension": "pull"}, "--tension = pull; choose from clamp, allow"),
        ({"evaluations": 0}, "--evaluations = 0; it must be in"),
        ({"law": "hertz-mindlin", "kn": 1e5}, "--kn is given but the chosen law"),
    ],
)
def test_bad_options_are_errors_with_the_text_of_contact_lab(options, message):
    """The exception has option, value and allowed range."""
    with pytest.raises(ValueError, match=message):
        lab.run("impact", **options)


def test_unknown_experiment_is_an_error_with_all_names():
    """The message lists the experiments."""
    with pytest.raises(ValueError, match='"fall" is unknown; choose from impact, incline, roll, leg, shear, pinch'):
        lab.run("fall")


def test_every_experiment_lists_what_it_returns():
    """Each experiment runs with its default options and returns the results that it lists."""
    for experiment in lab.list_experiments().values():
        quick = {"time": 0.2} if experiment.name == "incline" else {}
        quick |= {"settle-time": 0.05, "rest-time": 0.05} if experiment.name == "pinch" else {}
        result = lab.run(experiment.name, **quick)
        assert set(result) == {q.name for q in (*experiment.results, *experiment.samples)}
        lengths = {len(result[q.name]) for q in experiment.samples}
        assert len(lengths) <= 1
    assert [q.name for q in lab.list_experiments()["incline"].results if not q.repeatable] == ["cpu_seconds"]


def test_run_ends_at_its_time_limit():
    """A run of minutes ends soon after the limit."""
    begin = time.monotonic()
    with pytest.raises(TimeoutError, match=r"not finished after 0.1 s"):
        lab.run("incline", time=1e4, evaluations=1e9, accuracy=1e-8, time_limit=0.1)
    assert time.monotonic() - begin < 30  # a busy machine


def test_signal_ends_a_run():
    """A signal whose handler raises, as Ctrl-C does, ends a run of minutes soon."""

    def stop(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            lab.run("incline", time=1e4, evaluations=1e9, accuracy=1e-8, time_limit=60)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_run_releases_the_lock_of_the_interpreter():
    """Another thread counts while an experiment runs in this one."""
    counted, ended = [0], threading.Event()

    def count():
        while not ended.is_set():
            counted[0] += 1
            time.sleep(1e-3)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    with pytest.raises(TimeoutError):
        lab.run("incline", time=1e4, evaluations=1e9, accuracy=1e-8, time_limit=0.5)
    assert counted[0] - before > 20  # of 500 on an idle machine; at most two with the lock held
    ended.set()
    thread.join()


def test_loading_has_the_force_of_hertz():
    """A sphere that is pressed on a rigid plane has Hertz's force, with E* = E/(1 - nu^2), during loading and unloading."""
    overlaps = np.array([1e-5, 1e-4, 5e-5, -1e-5])
    (forces,) = lab.predict("loading", overlaps, ["force"], law={"normal": "hertz", "tangential": "none"}, parameters={"restitution": 1})
    hertz = 4 / 3 * 1e8 / (1 - 0.09) * math.sqrt(0.01) * np.maximum(overlaps, 0) ** 1.5
    assert forces == pytest.approx(hertz, rel=1e-9, abs=1e-9)  # rounding


def test_impact_over_time_is_that_of_the_experiment():
    """Force and penetration against time are those of the impact; after it the force is 0, and the sphere leaves at its speed."""
    density = 0.01 / (4 / 3 * math.pi * 0.01**3)
    run = lab.run("impact", density=density, speed=1, samples=500, accuracy=1e-9, restitution=0.8)
    times = [*run["time"][20:200:60], run["contact_time"] + 1e-3]
    force, penetration = lab.predict("impact", times, ["force", "penetration"], parameters={"restitution": 0.8})
    assert force[:-1] == pytest.approx(run["normal_force"][20:200:60], rel=1e-9)
    assert penetration[:-1] == pytest.approx(run["overlap"][20:200:60], rel=1e-9)
    assert force[-1] == 0
    assert penetration[-1] == pytest.approx(-0.8e-3, rel=1e-3)


def test_prediction_names_what_it_does_not_know():
    """A kind, a setting or a parameter that is unknown is an error with the names that there are."""
    with pytest.raises(ValueError, match='kind "fall" is unknown; choose from loading'):
        lab.predict("fall", [1], ["force"])
    with pytest.raises(ValueError, match='drop has no setting "radus"'):
        lab.predict("drop", [1], ["rebound_height"], radus=1)
    with pytest.raises(ValueError, match="parameter stiffness of this law is unknown; choose from youngsModulus"):
        lab.predict("drop", [1], ["rebound_height"], parameters={"stiffness": 1})

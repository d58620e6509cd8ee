"""Advice on contacts."""

import pytest
from conftest import make_ball

import simbodydem as sd


def test_overlap_is_that_of_the_run():
    """A ball at rest overlaps the ground by what the table predicts for its weight. A second of damping leaves 1e-4 of it."""
    world, _ = make_ball(height=0.0, restitution=0.1)
    sim = sd.Simulation(world, accuracy=1e-6)
    advice = sd.advise(sim)
    (subject,) = advice.subjects
    sim.run(1)
    assert advice.get(subject, "overlap") == pytest.approx(sim.contacts["overlap"][0], rel=1e-3)
    assert {row.subject for row in advice.rows} == {subject}
    assert "overlap" in str(advice) and subject in str(advice)
    assert advice.has(subject, "contact_time") and not advice.has(subject, "weight")


def test_names_that_are_not_there_are_errors():
    """The error has the names of the table, and that of an option its range."""
    world, _ = make_ball()
    sim = sd.Simulation(world)
    advice = sd.advise(sim, speed=0.5)
    with pytest.raises(ValueError, match=r"ceiling"):
        advice.get("ceiling", "overlap")
    with pytest.raises(ValueError, match=r"speed.*> 0"):
        sd.advise(sim, speed=0)
    with pytest.raises(ValueError, match=r"no contacts"):
        sd.advise(sd.Simulation(sd.World()))

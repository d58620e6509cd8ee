"""Five closed forms, by every contact force that OpenSim has and by DEMContactForce."""

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[3] / "examples" / "opensim" / "five_contacts.py"
SPEC = importlib.util.spec_from_file_location("five_contacts", FILE)
assert SPEC is not None and SPEC.loader is not None
five = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(five)

# What DEMContactForce may be off. Restitution is that of the law's damping, which is fitted to 1e-3. A slide ends in a spring of friction,
# after a way that is longer by its stretch and shorter by what it takes to slip: 2e-3 of .1 m.
TOLERANCES = {"drop: e": 5e-3, "slope: creep [m]": 1e-8, "slide: way/(v^2/2 mu g)": 5e-3, "pendulum: e": 5e-3, "two balls: e": 5e-3}


# DEMContactForce has the closed forms.
@pytest.mark.parametrize(("name", "case", "right"), five.CASES, ids=[name for name, _, _ in five.CASES])
def test_dem_has_the_closed_form(name, case, right):  # type: ignore[no-untyped-def]
    assert five.measure(five.add_dem, case) == pytest.approx(right, abs=TOLERANCES[name])


# The older forces creep on the slope by millimetres, so the scene tells forces apart.
@pytest.mark.parametrize("add", [five.add_hunt_crossley, five.add_smooth_sphere, five.add_exponential])
def test_older_forces_creep(add):  # type: ignore[no-untyped-def]
    assert five.measure(add, five.slope) > 1e-3


# A force that does not know a contact says so instead of giving a number.
def test_forces_of_a_half_space_cannot_do_two_balls() -> None:
    assert five.measure(five.add_smooth_sphere, five.two_balls) is None
    assert five.measure(five.add_exponential, five.two_balls) is None

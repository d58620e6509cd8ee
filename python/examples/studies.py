"""Runs an experiment of contact-lab, and a small study of a function of Python. An argument may name the folder of the results."""

import math
import sys
from pathlib import Path

from simbodydem import lab, study

folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path.cwd()

# experiment begins
impact = lab.run("impact", speed=2, law="cundall", restitution=0.6)
print(impact["e_n"], impact["normal_force"].max())  # restitution [-], greatest force [N]
# experiment ends


# model begins
def throw(speed: float, angle: float) -> dict[str, float]:
    """Returns the height of a throw without air [m]."""
    return {"height": speed**2 * math.sin(math.radians(angle)) ** 2 / (2 * 9.81)}


spec = {
    "design": "sobol",
    "samples": 64,
    "results": {"height": "m"},
    "parameters": {"speed": {"from": 1, "to": 10, "unit": "m/s"}, "angle": {"from": 15, "to": 75, "unit": "deg"}},
}
found = study.run(spec, model=throw, out=folder / "throw.csv")
for name, index in found.sobol_indices("height").items():
    print(name, round(index.first.value, 2), round(index.total.value, 2))
# model ends

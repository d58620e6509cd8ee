"""Runs a block on a slope of 17 degrees with HuntCrossleyForce and with DEMContactForce, and draws how far both move, as creep.svg.

    build/python/bin/python examples/opensim/creep.py
"""

from pathlib import Path

import matplotlib
import opensim
import simbodydem_opensim  # noqa: F401  loads the component

matplotlib.use("svg")
from matplotlib import pyplot

MODELS = Path(__file__).parent


def run(name: str, time: float = 11.0) -> tuple[list[float], list[float]]:
    """Runs a model by OpenSim's Manager. Returns times [s] and the way down the slope [mm]."""
    model = opensim.Model(str(MODELS / f"{name}.osim"))
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setIntegratorAccuracy(1e-5)
    manager.setIntegratorMaximumStepSize(0.05)
    manager.initialize(state)
    manager.integrate(time)
    table = manager.getStatesTable()
    way = table.getDependentColumn("/jointset/block_joint/tx/value").to_numpy()
    return list(table.getIndependentColumn()), list(1e3 * (way - way[0]))


def main() -> None:
    """Draws both runs and print how far the blocks move from 1 s to 11 s."""
    figure, axis = pyplot.subplots(figsize=(7.2, 3.6), layout="constrained")
    for name, label in (("block_on_slope_hunt_crossley", "HuntCrossleyForce"), ("block_on_slope", "DEMContactForce")):
        times, way = run(name)
        start = next(i for i, time in enumerate(times) if time >= 1)
        print(f"{label}: {way[-1] - way[start]:.3g} mm from 1 s to 11 s, {len(times)} steps")
        axis.plot(times, way, label=label, linewidth=2)
    axis.set_xlabel("time [s]")
    axis.set_ylabel("displacement down the slope [mm]")
    axis.set_ylim(bottom=-2)
    axis.grid(alpha=0.3)
    axis.legend()
    figure.savefig("creep.svg")


if __name__ == "__main__":
    main()

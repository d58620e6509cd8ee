"""Runs a model from the command line: python -m simbodydem_opensim --help."""

import argparse
import math
import sys
from pathlib import Path

import opensim

import simbodydem_convert
import simbodydem_opensim as dem
from simbodydem_convert.command_line import escape_output, join_merges, parse_merge

from .records import find_forces


def main(arguments: list[str] | None = None) -> int:
    """Runs a model and writes its States, ground reactions and a picture of them. Returns the exit code."""
    escape_output()
    options = _parse(arguments)
    try:
        return _run(options)
    except KeyboardInterrupt:  # before or after the run, which has its own way to end
        print("simbodydem_opensim: interrupted", file=sys.stderr)
        return 130
    except (OSError, RuntimeError, TypeError, ValueError, simbodydem_convert.ConversionError) as error:
        print(f"simbodydem_opensim: {error}", file=sys.stderr)
        return 2


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m simbodydem_opensim",
        description="Runs an OpenSim model with SimbodyDEM's contact. A model with HuntCrossleyForce, SmoothSphereHalfSpaceForce or "
        "ElasticFoundationForce is converted first. Writes the States and the ground reaction of each surface, as .mot and .sto files and "
        "as a picture.",
        epilog="exit codes: 0 done, 2 wrong input or a run that failed, 130 interrupted by Ctrl-C (what has run is written)",
        allow_abbrev=False,
    )
    parser.add_argument("model", nargs="?", type=Path, help="an .osim file")
    parser.add_argument("--default", type=Path, metavar="FILE", help="the model that is run if none is named")
    parser.add_argument("--time", type=float, default=1.0, help="how long to run [s], > 0 (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("results"), help="folder of the results (%(default)s)")
    parser.add_argument("--integrator", choices=dem.INTEGRATORS, default="ContactIntegrator", help="(%(default)s)")
    parser.add_argument("--accuracy", type=float, default=1e-3, help="allowed error of a step, in (0, 0.1] (%(default)s)")
    parser.add_argument("--maximum-step", type=float, default=math.inf, help="longest step [s], > 0 (no limit)")
    parser.add_argument("--interval", type=float, default=0.01, help="between the States that are written [s], >= 0; 0 for each step (%(default)s)")
    parser.add_argument("--merge", action="append", default=[], type=parse_merge, metavar="NEW=OLD,OLD", help="make one force of several, such as foot_r=heel_r,front_r")
    options = parser.parse_args(arguments)
    options.model = options.model or options.default
    if options.model is None:
        parser.error("name a model, an .osim file")
    return options


def _run(options: argparse.Namespace) -> int:
    if not options.model.is_file():
        raise ValueError(f"there is no file {options.model}")
    if not options.time > 0:
        raise ValueError(f"--time is {options.time}; it must be > 0 s")
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"--out is {options.out}, and this folder cannot be made: {error.strerror}") from error
    name = options.model.stem
    file = _convert(options)
    opensim.ModelVisualizer.addDirToGeometrySearchPaths(str(options.model.resolve().parent))
    model = opensim.Model(str(file))
    forces = find_forces(model)
    if not forces:
        raise ValueError(f"{options.model} has no contact force that can be run with memory")
    stems = [options.out / f"{name}_{force.rsplit('/', 1)[1]}_grf" for force in forces]
    for force, stem in zip(forces, stems, strict=True):
        dem.add_ground_reaction(model, force, stem)
    result = dem.run(
        model,
        model.initSystem(),
        options.time,
        integrator=options.integrator,
        accuracy=options.accuracy,
        maximum_step=options.maximum_step,
        interval=options.interval,
    )
    states = options.out / f"{name}_states.sto"
    opensim.STOFileAdapter.write(result.states.exportToTable(model), str(states))
    print(f"{states}: {result.states.getSize()} States up to {result.time:g} s, {result.steps} steps, {result.wall_time:.1f} s")
    for stem in stems:
        _report(stem)
    return 130 if result.interrupted else 0


def _convert(options: argparse.Namespace) -> Path:
    """Converts the model if it has older forces. Returns the file to run."""
    file = Path(options.out / f"{options.model.stem}_dem.osim")
    try:
        report = simbodydem_convert.convert(options.model, simbodydem_convert.Options(merge=join_merges(options.merge)))
    except simbodydem_convert.NothingToConvert:
        return Path(options.model)
    simbodydem_convert.write(report, file, overwrite=True)
    print(report)
    print(f"{file}: the converted model")
    return file


def _report(stem: Path) -> None:
    """Writes a ground reaction as .sto and as a picture, and prints its peaks."""
    table = opensim.TimeSeriesTable(f"{stem}.mot")
    opensim.STOFileAdapter.write(table, f"{stem}.sto")
    names = [label.removesuffix("_vx") for label in table.getColumnLabels() if label.endswith("_vx")]
    print(f"{stem}.mot, .sto, .svg:")
    for name in names:
        up = table.getDependentColumn(f"{name}_vy").to_numpy()
        surface = name.removeprefix("ground_force_")
        peak = table.getDependentColumn(f"peak_ground_force_{surface}").to_numpy().max()
        print(f"  {surface}: vertical force {up[-1]:.4g} N at the end; largest force {peak:.4g} N")
    _draw(stem, table, names)


def _draw(stem: Path, table: opensim.TimeSeriesTable, names: list[str]) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(3, 1, sharex=True, figsize=(7, 7), layout="constrained")
    times = list(table.getIndependentColumn())
    for axis, letter, what in zip(axes, "yxz", ("vertical, y", "fore-aft, x", "lateral, z"), strict=True):
        for name in names:
            axis.plot(times, table.getDependentColumn(f"{name}_v{letter}").to_numpy(), label=name.removeprefix("ground_force_"))
        axis.set_ylabel(f"{what} [N]")
        axis.grid(alpha=0.3)
    axes[0].legend()
    axes[0].set_title(f"Ground reaction, {stem.name}")
    axes[-1].set_xlabel("time [s]")
    figure.savefig(f"{stem}.svg")
    pyplot.close(figure)


if __name__ == "__main__":
    sys.exit(main())

"""Lets a model of a man walk by servos on three contact forces, and compares the ground reactions with his measured ones.

    build/python/bin/python examples/opensim/walk.py --fetch walk_data --out results

The feet are fitted to the right foot's ground reactions. The left foot's whole step shows how well they do. The page is docs/walk.md.
"""

import argparse
import dataclasses
import sys
import time as clock
from pathlib import Path

import numpy as np
import opensim
import simbodydem_opensim as dem

import walk_data
import walk_foot
import walk_measures
import walk_model
from walk_data import Array, GroundReaction, Motion
from walk_foot import Foot, Hinge

START, END = 0.66, 1.79  # [s]; at START the right foot alone stands, and its fore-aft force is 0
SETTLED = START + 0.04  # [s]; what is measured begins here, because the feet begin with the speed of the motion and without shear
KNOTS = 0.005  # [s], of the splines of the servos
INTEGRATORS = {  # and accuracy; ContactIntegrator is for DEMContactForce only
    "DEMContactForce": ("ContactIntegrator", 1e-3),
    "HuntCrossleyForce": ("RungeKuttaMerson", 1e-4),
    "SmoothSphereHalfSpaceForce": ("RungeKuttaMerson", 1e-4),
}


@dataclasses.dataclass(frozen=True)
class Trial:
    """Holds the trial and the model's weight [N]."""

    folder: Path
    motion: Motion
    measured: dict[str, GroundReaction]
    weight: float

    @property
    def model_file(self) -> Path:
        """Returns the file of the model."""
        return self.folder / "subject_walk_scaled.osim"


def read_trial(folder: Path) -> Trial:
    """Reads the trial. Raises ValueError if a file is not the published one."""
    walk_data.check(folder)
    model = walk_model.load_model(folder / "subject_walk_scaled.osim")
    weight = model.getTotalMass(model.initSystem()) * 9.80665
    measured = {side: walk_data.read_ground_reaction(folder / "grf_walk.mot", side) for side in "rl"}
    return Trial(folder, walk_data.read_motion(folder / "coordinates.sto"), measured, weight)


def fit(trial: Trial) -> tuple[Foot, dict[str, walk_foot.Misfit]]:
    """Fits the foot to the right foot's stances. Returns it, and how well it explains both feet."""
    model = walk_model.load_model(trial.model_file)
    published = walk_model.read_published_foot(trial.folder / "subject_walk_scaled_ContactGeometrySet.xml")
    model.initSystem()
    hinges: dict[str, Hinge] = {side: walk_model.hinge_of(model, side) for side in "rl"}
    stances = {side: walk_model.stance_of(model, trial.motion, trial.measured[side], side) for side in "rl"}
    foot = walk_foot.fit_foot(published, hinges["r"], stances["r"]).foot
    misfits = {
        "right, published": walk_foot.misfit(published, hinges["r"], stances["r"]),
        "right, fitted": walk_foot.misfit(foot, hinges["r"], stances["r"]),
        "left, fitted to the right": walk_foot.misfit(foot.mirrored(), hinges["l"], stances["l"]),
    }
    return foot, misfits


@dataclasses.dataclass(frozen=True)
class Walk:
    """Holds a run and its measures."""

    model: opensim.Model
    run: dem.Run
    states: list[opensim.State]  #: those that are measured
    loads: dict[str, walk_measures.Loads]
    following: walk_measures.Following


def states_since(run: dem.Run, time: float) -> list[opensim.State]:
    """Returns the States of a run from a time on."""
    states = [run.states.get(i) for i in range(run.states.getSize())]
    return [state for state in states if state.getTime() >= time - 1e-9]


def walk(trial: Trial, foot: Foot, feedforward: dict[str, Array], knots: Array, kind: str, transition_velocity: float) -> Walk:
    """Lets the model walk by its servos on one of the contact forces."""
    feet = {"r": foot, "l": foot.mirrored()}
    model = walk_model.load_model(trial.model_file)
    walk_model.add_servos(model, trial.motion, feedforward, knots)
    walk_model.add_toe_springs(model, foot)
    walk_model.add_feet(model, feet, kind, transition_velocity=transition_velocity)
    state = model.initSystem()
    walk_model.set_pose(model, state, trial.motion, START)
    integrator, accuracy = INTEGRATORS[kind]
    run = dem.run(model, state, END, integrator=integrator, accuracy=accuracy, interval=0.002)
    states = states_since(run, SETTLED)
    forces = walk_model.servo_forces(model, states, trial.motion, feedforward, knots)
    walk_model.check_bounds(forces)
    loads = walk_measures.measure(model, states, feet, kind, trial.weight)
    return Walk(model, run, states, loads, walk_measures.follow(model, states, trial.motion, forces, trial.weight))


def prescribed(trial: Trial, foot: Foot, kind: str) -> dict[str, walk_measures.Comparison]:
    """Replays the coordinates of the trial on one of the contact forces."""
    feet = {"r": foot, "l": foot.mirrored()}
    model = walk_model.load_model(trial.model_file)
    walk_model.prescribe(model, trial.motion, np.arange(START - 0.1, END + 0.005, KNOTS))
    walk_model.add_toe_springs(model, foot)
    walk_model.add_feet(model, feet, kind, effective_mass="TwoBody")
    state = model.initSystem()
    walk_model.set_pose(model, state, trial.motion, START)
    model.assemble(state)
    integrator, accuracy = INTEGRATORS[kind]
    run = dem.run(model, state, END, integrator=integrator, accuracy=accuracy, interval=0.002)
    loads = walk_measures.measure(model, states_since(run, SETTLED), feet, kind, trial.weight)
    return {side: walk_measures.compare(loads[side], trial.measured[side], trial.weight) for side in "rl"}


def print_foot(foot: Foot, misfits: dict[str, walk_foot.Misfit]) -> None:
    """Prints the fitted foot, and how well it explains both feet."""
    print(f"the foot: E* {foot.modulus:.3g} Pa, radius {foot.radius:g} m, toes {foot.hinge_stiffness:.3g} N m/rad")
    for name, place, toes in zip(foot.names, foot.places, foot.on_toes, strict=True):
        print(f"  {name:16}{'toes' if toes else 'calcn':6}" + " ".join(f"{1e3 * x:7.1f}" for x in place) + " mm")
    print(f"{'RMS':28}{'vertical [N]':>14}{'centre x, z [mm]':>20}{'shift up [mm]':>16}{'turn about z, x [degree]':>28}")
    for name, m in misfits.items():
        turn = np.degrees(m.turn)
        print(f"{name:28}{m.vertical:14.1f}{1e3 * m.centre[0]:13.1f},{1e3 * m.centre[1]:6.1f}{1e3 * m.up:16.1f}{turn[0]:21.1f},{turn[1]:6.1f}")


def print_table(columns: dict[str, list[tuple[str, str, bool]]]) -> bool:
    """Prints the table with a column for each force. A number that misses its goal has an exclamation mark. Returns whether none misses."""
    print(f"\n{'left foot, if no other is named':50}" + "".join(f"{kind:>28}" for kind in columns))
    for rows in zip(*columns.values(), strict=True):
        print(f"{rows[0][0]:50}" + "".join(f"{text + ('' if reached else ' !'):>28}" for _, text, reached in rows))
    print("! misses its goal. BW is the body weight.")
    return all(reached for _, _, reached in columns.get("DEMContactForce", []))


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="walk.py",
        description=f"A man's model walks by servos on three contact forces. Model and trial are {walk_data.FOLDER} of {walk_data.REPOSITORY} "
        f"at {walk_data.COMMIT}, licence {walk_data.LICENCE}. Writes walk.svg and prints a table.",
        epilog="exit codes: 0 all goals reached with DEMContactForce, 1 a goal missed, 2 wrong input or a run that failed",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--fetch", type=Path, metavar="DIR", help="folder to which the files are downloaded if they are not there")
    source.add_argument("--data", type=Path, metavar="DIR", help="folder that has the files")
    parser.add_argument("--out", type=Path, default=Path("results"), help="folder of the results (%(default)s)")
    parser.add_argument("--forces", nargs="+", choices=walk_model.FORCES, default=list(walk_model.FORCES), help="contact forces to run (all)")
    parser.add_argument(
        "--transition-velocity",
        type=float,
        default=walk_model.TRANSITION_VELOCITY,
        help="of the two older forces [m/s], > 0 (%(default)s, as published)",
    )
    parser.add_argument("--prescribed", action="store_true", help="also replay the measured coordinates, without servos")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Runs the program. Returns the exit code."""
    options = parse(arguments)
    opensim.Logger.setLevelString("Error")
    try:
        if not options.transition_velocity > 0:
            raise ValueError(f"--transition-velocity is {options.transition_velocity}; it must be > 0 m/s")
        folder = options.fetch or options.data
        if options.fetch:
            walk_data.fetch(folder)
        trial = read_trial(folder)
        options.out.mkdir(parents=True, exist_ok=True)
        return _run(trial, options)
    except (OSError, RuntimeError, ValueError) as error:
        print(f"walk.py: {error}", file=sys.stderr)
        return 2


def _run(trial: Trial, options: argparse.Namespace) -> int:
    begin = clock.perf_counter()
    foot, misfits = fit(trial)
    print_foot(foot, misfits)
    knots = np.arange(START - 0.1, END + 0.005, KNOTS)
    model = walk_model.load_model(trial.model_file)
    torques = walk_model.inverse_dynamics(model, trial.motion, trial.folder / "grf_walk.mot", knots)
    residual = np.sqrt(sum(torques[f"pelvis_t{axis}"] ** 2 for axis in "xyz"))
    print(f"inverse dynamics with the measured reactions: residual force {100 * walk_measures.rms(residual) / trial.weight:.1f} % BW RMS")
    print(f"fit and inverse dynamics: {clock.perf_counter() - begin:.0f} s")
    feedforward = {name: values for name, values in torques.items() if not name.startswith(("pelvis", "mtp"))}
    walks: dict[str, Walk] = {}
    columns = {}
    for kind in options.forces:
        walks[kind] = done = walk(trial, foot, feedforward, knots, kind, options.transition_velocity)
        strongest = done.following.peak_torque
        print(
            f"{kind}: {END - START:.2f} s in {done.run.wall_time:.1f} s, {done.run.steps} steps of {INTEGRATORS[kind][0]}, "
            f"{done.run.evaluations} evaluations; strongest servo {strongest[0]} {strongest[1]:.0f} N m"
        )
        compared = {side: walk_measures.compare(done.loads[side], trial.measured[side], trial.weight) for side in "rl"}
        columns[kind] = walk_measures.make_rows(compared["l"], compared["r"], done.following)
    reached = print_table(columns)
    if "DEMContactForce" in walks:
        shown = walks["DEMContactForce"]
        file = options.out / "walk.svg"
        loads = {kind: done.loads for kind, done in walks.items()}
        title = f"A man of {trial.weight / 9.80665:.0f} kg walks by servos. Arrows: DEMContactForce"
        walk_measures.draw(file, loads, trial.measured, trial.weight, shown.model, shown.states, title)
        print(f"{file}: the figure")
    if options.prescribed:
        for kind in options.forces:
            for side, c in prescribed(trial, foot, kind).items():
                print(
                    f"prescribed, {kind}, foot {side}: vertical {100 * c.vertical:.0f} % BW RMS error, fore-aft {100 * c.fore_aft:.0f} % BW, "
                    f"peaks {c.braking:.1f} and {c.propulsion:.1f} times the measured ones, sliding {1e3 * c.sliding:.1f} mm"
                )
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())

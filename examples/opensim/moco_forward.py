"""Replays a solution of OpenSim Moco on contact that sticks, and runs it forward by servos.

    build/python/bin/python examples/opensim/moco_forward.py 2D_gait.osim gaitTracking_solution_fullStride.sto

Model and solution are those of example2DWalking.py of opensim-core. Its tracking problem takes some ten minutes or more.
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np
import opensim
import simbodydem_opensim as dem

import walk_measures
import walk_model
from walk_data import Array, Motion
from walk_foot import Foot

SPHERES = ("heel", "front")
RESTITUTION, POISSONS_RATIO = 0.3, 0.3


def read_solution(file: Path) -> Motion:
    """Reads values and speeds of the coordinates. Accelerations are central differences of the speeds."""
    table = opensim.TimeSeriesTable(str(file))
    times = np.array(table.getIndependentColumn())
    columns = {
        kind: {label.split("/")[-2]: table.getDependentColumn(label).to_numpy() for label in table.getColumnLabels() if label.endswith(f"/{kind}")}
        for kind in ("value", "speed")
    }
    if not columns["value"] or columns["value"].keys() != columns["speed"].keys():
        raise ValueError(f"{file} must have columns that end with /value and /speed, for the same coordinates")
    accelerations = {name: np.gradient(speed, times, edge_order=2) for name, speed in columns["speed"].items()}
    return Motion(times, columns["value"], columns["speed"], accelerations)


def load(file: Path) -> opensim.Model:
    """Loads the model without muscles."""
    processor = opensim.ModelProcessor(str(file))
    processor.append(opensim.ModOpRemoveMuscles())
    model = processor.process()
    model.finalizeConnections()
    return model


def smooth_forces(model: opensim.Model) -> dict[str, opensim.SmoothSphereHalfSpaceForce]:
    """Returns the contact forces of a model by the name of their sphere."""
    found = {}
    for component in model.getComponentsList():
        force = opensim.SmoothSphereHalfSpaceForce.safeDownCast(component)
        if force is not None:
            found[force.getSocket("sphere").getConnecteePath().rsplit("/", 1)[1]] = force
    return found


def replace_forces(model: opensim.Model, effective_mass: str) -> dict[str, Foot]:
    """Replaces the contact forces of a model by one DEMContactForce of the same stiffness. Returns the feet by side."""
    forces = smooth_forces(model)
    stiffness, friction = {f.get_stiffness() for f in forces.values()}, {f.get_static_friction() for f in forces.values()}
    if len(stiffness) != 1 or len(friction) != 1:
        raise ValueError(f"the model has {len(forces)} SmoothSphereHalfSpaceForces; they must have one stiffness and one friction")
    for force in forces.values():
        force.set_appliesForce(False)
    modulus = stiffness.pop() * (1 - POISSONS_RATIO**2) / math.sqrt(2)
    material = dem.Material(youngs_modulus=modulus, poissons_ratio=POISSONS_RATIO, restitution=RESTITUTION, static_friction=friction.pop())
    surfaces = [dem.Surface(f"foot_{side}", [f"{name}_{side}" for name in SPHERES], material) for side in "rl"]
    surfaces.append(dem.Surface("floor", "floor", material))
    dem.add_dem_contact(model, "contact", surfaces, exclude=[("foot_r", "foot_l")], effective_mass=effective_mass)
    return {side: Foot(SPHERES, np.zeros((len(SPHERES), 3)), np.zeros(len(SPHERES), bool), 0.0, 0.0, 0.0) for side in "rl"}


def report(name: str, force: Array, weight: float, sliding: float) -> None:
    """Prints the peaks of a ground reaction."""
    x, y = 100 * force[:, 0] / weight, 100 * force[:, 1] / weight
    print(f"{name:54}{x.min():10.0f}{x.max():10.0f}{y.max():12.0f}{1e3 * sliding:16.1f}")


def main(arguments: list[str] | None = None) -> int:
    """Runs the program. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="moco_forward.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="2D_gait.osim")
    parser.add_argument("solution", type=Path, help="the solution, a .sto file with values and speeds")
    options = parser.parse_args(arguments)
    opensim.Logger.setLevelString("Error")
    try:
        for file in (options.model, options.solution):
            if not file.is_file():
                raise ValueError(f"there is no file {file}")
        _run(options.model, read_solution(options.solution))
    except (OSError, RuntimeError, ValueError) as error:
        print(f"moco_forward.py: {error}", file=sys.stderr)
        return 2
    return 0


def _run(file: Path, motion: Motion) -> None:
    model = load(file)
    start, end = float(motion.times[0]), float(motion.times[-1])
    state = model.initSystem()
    weight = model.getTotalMass(state) * 9.80665
    forces = smooth_forces(model)
    solved = {side: np.zeros((len(motion.times), 3)) for side in "rl"}
    speed = {side: np.zeros((len(motion.times), len(SPHERES))) for side in "rl"}
    for row, time in enumerate(motion.times):
        walk_model.set_pose(model, state, motion, float(time))
        model.realizeDynamics(state)
        for side in "rl":
            for k, name in enumerate(SPHERES):
                record = forces[f"{name}_{side}"].getRecordValues(state)
                on_foot = np.array([record.get(i) for i in range(3)])
                solved[side][row] += on_foot
                if on_foot[1] > walk_measures.CARRIES * weight:
                    sphere = opensim.ContactSphere.safeDownCast(model.getContactGeometrySet().get(f"{name}_{side}"))
                    speed[side][row, k] = walk_measures.floor_speed(sphere, state)
    print(f"{'':54}{'fore-aft peaks [% BW]':>20}{'vertical':>12}{'sliding [mm]':>16}")
    for side in "rl":
        report(f"the solution, foot {side}", solved[side], weight, float(walk_measures.integral(motion.times, speed[side]).max()))
    # The contact forces of the solution are in the model, so the servos get the torques of its muscles.
    torques = walk_model.inverse_dynamics(model, motion, None, motion.times)
    feedforward = {name: values for name, values in torques.items() if not name.startswith("pelvis")}

    model = load(file)
    feet = replace_forces(model, "TwoBody")
    walk_model.prescribe(model, motion, motion.times)
    state = model.initSystem()
    walk_model.set_pose(model, state, motion, start)
    model.assemble(state)
    run = dem.run(model, state, end, interval=0.002)
    _report_run("its coordinates prescribed on DEMContactForce", model, run, feet, weight)

    model = load(file)
    feet = replace_forces(model, "Articulated")
    walk_model.add_servos(model, motion, feedforward, motion.times)
    state = model.initSystem()
    walk_model.set_pose(model, state, motion, start)
    run = dem.run(model, state, end, interval=0.002)
    states = _report_run("by servos on DEMContactForce", model, run, feet, weight)
    followed = walk_model.servo_forces(model, states, motion, feedforward, motion.times)
    residual = np.hypot(followed["pelvis_tx"], followed["pelvis_ty"]) / weight
    off = [model.getCoordinateSet().get("pelvis_tx").getValue(state) - motion.at("pelvis_tx", state.getTime()) for state in states]
    print(f"residual force {100 * walk_measures.rms(residual):.1f} % BW RMS, pelvis {1e3 * walk_measures.rms(np.array(off)):.0f} mm RMS off")


def _report_run(name: str, model: opensim.Model, run: dem.Run, feet: dict[str, Foot], weight: float) -> list[opensim.State]:
    states = [run.states.get(i) for i in range(run.states.getSize())]
    loads = walk_measures.measure(model, states, feet, "DEMContactForce", weight)
    for side in "rl":
        report(f"{name}, foot {side}", loads[side].reaction.force, weight, walk_measures.longest_slide(loads[side], weight, sliding=True))
    return states


if __name__ == "__main__":
    sys.exit(main())

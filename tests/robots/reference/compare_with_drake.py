"""Compares robots of SDF files with Drake: frames of links, mass matrix, and bias forces with gravity.

usage: compare_with_drake.py PROGRAM FOLDER FILE ...   (PROGRAM is build/tests/robots/mjcf_numbers)

Prints a row of a Markdown table for each file. Differences are relative: of positions to 1 m, of the mass matrix to the square root of
both elements of the diagonal, of forces to the largest one of the pose. The folder, and those above each file, have the packages of
model://.
"""
import hashlib
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
from pydrake.math import RigidTransform, RollPitchYaw, RotationMatrix
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant


def compare(program, path, folder, copy):
    environment = dict(os.environ, GAZEBO_MODEL_PATH=folder)
    run = subprocess.run([program, path], capture_output=True, text=True, env=environment)
    if run.returncode != 0:
        return None, run.stderr.strip()
    ours = json.loads(run.stdout)
    try:
        plant, bodies, joints = load(os.path.join(copy, os.path.relpath(path, folder)), copy)
    except RuntimeError as fault:
        return ours, 'Drake: ' + str(fault).splitlines()[0]
    context = plant.CreateDefaultContext()
    for actuator in plant.GetJointActuatorIndices():
        plant.get_joint_actuator(actuator).SetRotorInertia(context, 0)
    worst = np.zeros(3)
    for pose in ours['poses']:
        columns = []
        for dof in pose['dofs']:
            if 'body' in dof:
                body = bodies[dof['body']]
                plant.SetFreeBodyPose(context, body, RigidTransform(RotationMatrix(matrix_of(dof['quat'])), dof['p']))
                plant.SetFreeBodySpatialVelocity(context, body, SpatialVelocity(dof['w'], dof['v']))
                start = body.floating_velocities_start_in_v()
                columns += list(range(start, start + 6))
            elif 'ball' in dof:
                joint = joints[dof['ball']]
                joint.set_angles(context, RollPitchYaw(RotationMatrix(matrix_of(dof['quat']))).vector())
                joint.set_angular_velocity(context, dof['w'])
                columns += list(range(joint.velocity_start(), joint.velocity_start() + 3))
            else:
                name, part = dof['joint'], 0
                if name not in joints:
                    name, part = name[:-2], int(name[-1] == '1')  # one axis of two
                joint = joints[name]
                q, u = plant.GetPositions(context), plant.GetVelocities(context)
                q[joint.position_start() + part], u[joint.velocity_start() + part] = dof['q'], dof['u']
                plant.SetPositions(context, q)
                plant.SetVelocities(context, u)
                columns.append(joint.velocity_start() + part)
        if sorted(columns) != list(range(plant.num_velocities())):
            return ours, 'the coordinates are %d, those of Drake %d' % (len(columns), plant.num_velocities())
        M = plant.CalcMassMatrix(context)[np.ix_(columns, columns)]
        bias = (plant.CalcBiasTerm(context) - plant.CalcGravityGeneralizedForces(context))[columns]
        scale = np.sqrt(np.outer(np.diag(M), np.diag(M)))
        worst[1] = max(worst[1], np.max(np.abs(M - np.array(pose['mass'])) / scale))
        worst[2] = max(worst[2], np.max(np.abs(bias - np.array(pose['bias']))) / max(np.max(np.abs(bias)), 1e-12))
        for name, frame in pose['frames'].items():
            if name not in bodies:
                continue  # the link "world", or one between two joints
            X = plant.EvalBodyPoseInWorld(context, bodies[name])
            worst[0] = max(worst[0], np.max(np.abs(X.translation() - frame[0])),
                           np.max(np.abs(X.rotation().matrix() - np.array(frame[1:]))))
    mass = sum(body.get_mass(context) for body in bodies.values())
    if abs(mass - ours['mass']) > 1e-12 * mass:
        return ours, 'the mass is %.17g kg, that of Drake %.17g kg' % (ours['mass'], mass)
    return ours, worst


def matrix_of(quaternion):
    w, x, y, z = quaternion
    n = (w * w + x * x + y * y + z * z) ** 0.5
    w, x, y, z = w / n, x / n, y / n, z / n
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def load(path, folder):
    """Reads a file. Returns bodies and joints by their names within the model."""
    plant = MultibodyPlant(0)
    parser = Parser(plant)
    for place in [folder] + parents(path, folder):
        for name in sorted(os.listdir(place)):
            if os.path.isdir(os.path.join(place, name)) and not parser.package_map().Contains(name):
                parser.package_map().Add(name, os.path.join(place, name))
    models = parser.AddModels(path)
    outer = min((plant.GetModelInstanceName(m) for m in models), key=len)
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -9.81])
    plant.Finalize()

    def name_in_model(thing):
        scoped = plant.GetModelInstanceName(thing.model_instance()) + '::' + thing.name()
        return scoped[len(outer) + 2:]
    bodies = {name_in_model(plant.get_body(i)): plant.get_body(i) for m in range(plant.num_model_instances())
              for i in plant.GetBodyIndices(type(models[0])(m)) if m > 0}
    joints = {name_in_model(plant.get_joint(i)): plant.get_joint(i) for i in plant.GetJointIndices()}
    return plant, bodies, joints


def copy_without_shapes(folder, copy):
    """Copies the SDF files of a folder. Drake stops at faults of parts that play no role here. It finds files of models, not folders."""
    unused = ('visual', 'collision', 'sensor', 'plugin', 'light')
    files = {}
    for place, _, names in os.walk(folder):
        if 'model.config' in names:
            with open(os.path.join(place, 'model.config'), errors='replace') as file:
                versions = re.findall(r'<sdf[^>]*>\s*(.*?)\s*</sdf>', file.read())
            files[os.path.basename(place)] = versions[-1] if versions else 'model.sdf'
    for place, _, names in os.walk(folder):
        for name in names:
            if not name.endswith('.sdf'):
                continue
            with open(os.path.join(place, name), errors='replace') as file:
                text = file.read()
            for element in unused:
                text = re.sub(r'<%s\b(?:[^>]*/>|.*?</%s>)' % (element, element), '', text, flags=re.DOTALL)
            text = re.sub(r'<uri>\s*model://([^/<]+?)/?\s*</uri>',
                          lambda m: '<uri>package://%s/%s</uri>' % (m.group(1), files.get(m.group(1), 'model.sdf')), text)
            target = os.path.join(copy, os.path.relpath(place, folder))
            os.makedirs(target, exist_ok=True)
            with open(os.path.join(target, name), 'w') as file:
                file.write(text)


def parents(path, folder):
    found = []
    place = os.path.dirname(os.path.abspath(path))
    while place.startswith(os.path.abspath(folder)) and place != os.path.abspath(folder):
        found.append(place)
        place = os.path.dirname(place)
    return found


def main():
    program, folder = sys.argv[1:3]
    copy = tempfile.mkdtemp()
    copy_without_shapes(folder, copy)
    print('Drake %s\n' % importlib.metadata.version('drake'))
    print('| file | sha256 | coordinates | base | mass [kg] | collisions | frames | mass matrix | bias | warnings | needs |')
    print('|-' * 11 + '|')
    for name in sys.argv[3:]:
        path = os.path.join(folder, name)
        with open(path, 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()[:12]
        try:
            ours, worst = compare(program, path, folder, copy)
        except (KeyError, RuntimeError) as fault:
            ours, worst = None, repr(fault)
        if ours is None:
            print('| %s | %s | %s |' % (name, digest, worst))
            continue
        numbers = worst if isinstance(worst, str) else ' | '.join('%.0e' % w for w in worst)
        print('| %s | `%s` | %d | %s | %.6g | %d | %s | %d | %s |' % (
            name, digest, ours['coordinates'], 'floating' if ours['floating'] else 'fixed', ours['mass'], ours['collisions'],
            numbers, len(ours['warnings']), '`%s`' % ours['needs'] if ours['needs'] else '-'), flush=True)


if __name__ == '__main__':
    main()

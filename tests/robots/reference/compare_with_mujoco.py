"""Compares robots of MJCF files with MuJoCo: frames of bodies, mass matrix without armature, and bias forces with gravity.

usage: compare_with_mujoco.py PROGRAM FOLDER FILE ...   (PROGRAM is build/tests/robots/mjcf_numbers)

Prints a row of a Markdown table for each file. Differences are relative: of positions to 1 m, of the mass matrix to the square root of
both elements of the diagonal, of forces to the largest one of the pose.
"""
import hashlib
import json
import os
import subprocess
import sys

import mujoco
import numpy as np


def compare(program, path):
    run = subprocess.run([program, path], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip()
    ours = json.loads(run.stdout)
    model = load(path)
    data = mujoco.MjData(model)
    worst = np.zeros(3)
    for pose in ours['poses']:
        columns, count = [], sum(1 if 'joint' in d else 3 if 'ball' in d else 6 for d in pose['dofs'])
        T = np.zeros((model.nv, count))  # MuJoCo's speeds of ours
        for dof in pose['dofs']:
            at = len(columns)
            if 'ball' in dof:
                j = joint_of(model, dof['ball'])
                q, u = model.jnt_qposadr[j], model.jnt_dofadr[j]
                R = np.zeros(9)
                mujoco.mju_quat2Mat(R, np.array(dof['quat']))
                data.qpos[q:q + 4] = dof['quat']
                data.qvel[u:u + 3] = R.reshape(3, 3).T @ np.array(dof['w'])
                T[u:u + 3, at:at + 3] = R.reshape(3, 3).T
                columns += list(range(u, u + 3))
            elif 'joint' in dof:
                j = joint_of(model, dof['joint'])
                q, u = model.jnt_qposadr[j], model.jnt_dofadr[j]
                data.qpos[q] = dof['q'] + model.qpos0[q]
                data.qvel[u] = dof['u']
                T[u, at] = 1
                columns += [u]
            else:
                body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, dof['body'])
                j = model.body_jntadr[body]
                q, u = model.jnt_qposadr[j], model.jnt_dofadr[j]
                data.qpos[q:q + 3], data.qpos[q + 3:q + 7] = dof['p'], dof['quat']
                R = np.zeros(9)
                mujoco.mju_quat2Mat(R, np.array(dof['quat']))
                R = R.reshape(3, 3)
                T[u + 3:u + 6, at:at + 3] = R.T  # turns are about the body's axes in MuJoCo, about Ground's here
                T[u:u + 3, at + 3:at + 6] = np.eye(3)
                data.qvel[u:u + 3], data.qvel[u + 3:u + 6] = dof['v'], R.T @ np.array(dof['w'])
                columns += list(range(u, u + 6))
        if sorted(columns) != list(range(model.nv)):
            return None, 'the coordinates are %d, those of MuJoCo %d' % (count, model.nv)
        mujoco.mj_forward(model, data)
        M = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, M)
        M, bias = T.T @ M @ T, T.T @ data.qfrc_bias
        scale = np.sqrt(np.outer(np.diag(M), np.diag(M)))
        worst[1] = max(worst[1], np.max(np.abs(M - np.array(pose['mass'])) / scale))
        worst[2] = max(worst[2], np.max(np.abs(bias - np.array(pose['bias']))) / np.max(np.abs(bias)))
        for name, frame in pose['frames'].items():
            body = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, name)
            if body < 0:
                continue  # a link between two joints of a body, or a body without a name
            p, R = np.array(frame[0]), np.array(frame[1:])
            worst[0] = max(worst[0], np.max(np.abs(p - data.xpos[body])), np.max(np.abs(R - data.xmat[body].reshape(3, 3))))
    return ours, worst


def joint_of(model, name):
    j = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
    if j >= 0:
        return j
    body, number = name.rsplit('/joint', 1)  # a joint without a name
    b = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, body)
    if b < 0:
        b = int(body[4:])
    return model.body_jntadr[b] + (int(number) - 1 if number else 0)


def load(path):
    """Compiles a file without armature and with gravity. Geoms of meshes that are not there are left out."""
    spec = mujoco.MjSpec.from_file(path)
    spec.option.disableflags = 0
    spec.option.gravity = [0, 0, -9.81]
    for joint in spec.joints:
        joint.armature = 0
    for mesh in list(spec.meshes):
        if mesh.file and not os.path.exists(os.path.join(os.path.dirname(path), spec.meshdir, mesh.file)):
            for geom in list(spec.geoms):
                if geom.meshname in (mesh.name, os.path.splitext(os.path.basename(mesh.file))[0]):
                    spec.delete(geom)
            spec.delete(mesh)
    return spec.compile()


def main():
    program, folder = sys.argv[1:3]
    print('MuJoCo %s\n' % mujoco.__version__)
    print('| file | sha256 | coordinates | base | mass [kg] | collisions | actuators | frames | mass matrix | bias | warnings | needs |')
    print('| - ' * 12 + '|')
    for name in sys.argv[3:]:
        path = os.path.join(folder, name)
        with open(path, 'rb') as file:
            digest = hashlib.sha256(file.read()).hexdigest()[:12]
        ours, worst = compare(program, path)
        if ours is None:
            print('| %s | %s | %s |' % (name, digest, worst))
            continue
        print('| %s | %s | %d | %s | %.6g | %d | %d | %s | %d | %s |' % (
            name, digest, ours['coordinates'], 'floating' if ours['floating'] else 'fixed', ours['mass'], ours['collisions'],
            ours['actuators'], ' | '.join('%.0e' % w for w in worst), len(ours['warnings']),
            '`%s`' % ours['needs'] if ours['needs'] else '-'))


if __name__ == '__main__':
    main()

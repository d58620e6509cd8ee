// The adapter of Rapier, https://rapier.rs: impulses at the velocity level, soft constraints, single precision.

import { readFileSync } from "node:fs";
import RAPIER from "@dimforge/rapier3d-compat";
import { canTouch, minus, multiply, rotate, serve, startPoses, Unsupported } from "./adapter.mjs";

await RAPIER.init();
const { version } = JSON.parse(readFileSync(new URL("node_modules/@dimforge/rapier3d-compat/package.json", import.meta.url)));
const vector = ([x, y, z]) => ({ x, y, z });
const array = ({ x, y, z }) => [x, y, z];
const quaternion = ([w, x, y, z]) => ({ x, y, z, w });
const alongZ = [Math.SQRT1_2, Math.SQRT1_2, 0, 0]; // turns a capsule along y to z
const mostGroups = 16;

function makeCollider({ kind, radius, half, half_length: halfLength, vertices }) {
    if (kind === "sphere") return RAPIER.ColliderDesc.ball(radius);
    if (kind === "box") return RAPIER.ColliderDesc.cuboid(...half);
    if (kind === "capsule") return RAPIER.ColliderDesc.capsule(halfLength, radius);
    return RAPIER.ColliderDesc.convexHull(new Float32Array(vertices.flat()));
}

// Returns for each body the bits of its group and of those that it can touch. Without limits of pairs there are no groups.
function makeGroups(scene) {
    const names = ["world", ...scene.bodies.filter(b => b.shapes.length).map(b => b.name)];
    if (scene.pairs === "all" && scene.bodies.every(b => !b.joint)) return () => 0xffffffff;
    if (names.length > mostGroups) throw new Unsupported(`more than ${mostGroups} bodies of which some cannot touch`);
    return name => {
        const touches = names.reduce((bits, other, j) => bits | (canTouch(scene, name, other) ? 1 << j : 0), 0);
        return ((1 << names.indexOf(name)) << 16) | touches;
    };
}

function make(scene, settings) {
    const world = new RAPIER.World(vector(scene.gravity));
    const parameters = world.integrationParameters;
    parameters.dt = settings.step;
    Object.assign(parameters, settings.parameters);
    const groupsOf = makeGroups(scene);
    const addCollider = (name, description, body) => {
        const { friction, restitution } = scene.surface;
        return world.createCollider(description.setFriction(friction).setRestitution(restitution ?? 0).setCollisionGroups(groupsOf(name)), body);
    };
    for (const { position, normal } of scene.world)
        addCollider("world", new RAPIER.ColliderDesc(new RAPIER.HalfSpace(vector(normal))).setTranslation(...position));
    const poses = startPoses(scene), joints = {};
    const bodies = { world: world.createRigidBody(RAPIER.RigidBodyDesc.fixed()) };
    for (const b of scene.bodies) {
        // Bodies have the world's axes at the start. So joints are 0 there, and have the same axes on both bodies.
        const { position, rotation } = poses[b.name];
        const description = RAPIER.RigidBodyDesc.dynamic().setTranslation(...position).setLinvel(...b.velocity);
        description.setAngvel(vector(b.angular_velocity)).setCanSleep(settings.sleeps).setGyroscopicForcesEnabled?.(true);
        description.setAdditionalMassProperties(b.mass, vector([0, 0, 0]), vector(b.inertia), quaternion(rotation));
        const body = world.createRigidBody(description);
        for (const shape of b.shapes) {
            const own = multiply(rotation, shape.rotation ?? [1, 0, 0, 0]);
            const collider = makeCollider(shape).setDensity(0).setTranslation(...rotate(rotation, shape.position));
            addCollider(b.name, collider.setRotation(quaternion(shape.kind === "capsule" ? multiply(own, alongZ) : own)), body);
        }
        bodies[b.name] = body;
        if (b.joint) joints[b.name] = addJoint(world, bodies, b, poses);
    }
    return {
        step: settings.step,
        stepOnce: () => world.step(),
        read: name => {
            const { x, y, z, w } = bodies[name].rotation();
            return [...array(bodies[name].translation()), ...multiply([w, x, y, z], poses[name].rotation),
                    ...array(bodies[name].linvel()), ...array(bodies[name].angvel())];
        },
        push: (name, force) => {
            bodies[name].resetForces(false);
            bodies[name].addForce(vector(force), true);
        },
        aim: (name, target) => joints[name](target),
        free: () => world.free(),
    };
}

// Adds a hinge or slider whose coordinate is 0 at the start. Returns a function that sets its target.
function addJoint(world, bodies, { name, joint }, poses) {
    const { anchor, axis, position } = poses[name];
    const places = [minus(anchor, joint.parent === "world" ? [0, 0, 0] : poses[joint.parent].position), minus(anchor, position)];
    const isHinge = joint.kind === "hinge";
    const data = RAPIER.JointData[isHinge ? "revolute" : "prismatic"](...places.map(vector), vector(axis));
    const made = world.createImpulseJoint(data, bodies[joint.parent], bodies[name], true);
    const { kp, kd } = joint.servo ?? { kp: 0, kd: 0 };
    if (joint.servo || joint.damping) {
        made.configureMotorModel(RAPIER.MotorModel.ForceBased);
        made.configureMotor(0, 0, kp, kd + joint.damping);
    }
    return target => made.configureMotor(target - joint.start, 0, kp, kd + joint.damping);
}

const source = "https://rapier.rs/docs/user_guides/javascript/integration_parameters";
await serve({
    engine: "Rapier",
    version,
    link: "https://rapier.rs",
    settings: {
        defaults: { step: 1 / 60, parameters: {}, sleeps: true, text: "those of IntegrationParameters, steps of 1/60 s, bodies sleep; WebAssembly, float32",
                    source },
        awake: { step: 1 / 60, parameters: {}, sleeps: false, text: "the defaults without sleep", source },
        best: { step: 1 / 1000, parameters: { numSolverIterations: 20, contact_natural_frequency: 240, normalizedAllowedLinearError: 1e-5 }, sleeps: false,
                text: "steps of 1 ms, 20 iterations, contacts of 240 Hz, allowed error 0.01 mm, no sleep", source },
    },
    sweep: [60, 240, 1000, 4000].map(rate => ({ setting: "best", step: 1 / rate })),
    make,
});

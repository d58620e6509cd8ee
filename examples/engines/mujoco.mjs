// MuJoCo, https://mujoco.org: soft convex constraints at the acceleration level, double precision.

import { readFileSync } from "node:fs";
import loadMujoco from "@mujoco/mujoco";
import { block, choice, hasBlock, main, number, product } from "./answer.mjs";

const mujoco = await loadMujoco();
const { version } = JSON.parse(readFileSync(new URL("node_modules/@mujoco/mujoco/package.json", import.meta.url)));

const defaults = {
    dt: number(0.002, "s", 1e-6, 0.1, "time step"),
    integrator: choice(["Euler", "implicitfast", "implicit", "RK4"], "of the motion"),
    cone: choice(["pyramidal", "elliptic"], "of friction"),
    impratio: number(1, "-", 0.01, 1e6, "frictional over normal impedance"),
    noslip: number(0, "-", 0, 1000, "iterations against slip after the solver"),
    solver: choice(["Newton", "CG", "PGS"], "of the constraints"),
    timeconst: number(0.02, "s", 1e-6, 1, "of solref; no less than twice the time step is used"),
    impedance: number(0.9, "-", 0.5, 0.9999, "of solimp at first contact, and half way from there to 1 deeper in"),
    bounce: number(0, "-", 0, 1, "frequency of the contact times dt, where solref is set so that a contact returns the "
                                 + "restitution; 0 for timeconst, which returns none"),
    slip: number(0, "s", 0, 1, "time constant of solreffriction, which only listed pairs have; 0: as solref"),
    block,
};

function sweep(problem) {
    if (problem.restitution > 0.5)
        return product({ cone: ["elliptic"], integrator: ["implicitfast"], impedance: [0.9999], dt: [0.002, 0.0005, 0.0001],
                         bounce: [0.05, 0.1, 0.2] }).flatMap(s => [s, { ...s, slip: (2 * s.dt) / s.bounce }]);
    const isHeap = problem.bodies.length > 2;
    const hard = (isHeap ? [0.005, 0.002, 0.0005] : [0.01, 0.005, 0.002, 0.0005])
        .map(dt => ({ dt, timeconst: 2 * dt, impedance: 0.99, integrator: "implicitfast" }));
    const friction = isHeap
        ? [{}, { solver: "CG" }, { cone: "elliptic" }]
        : [{ cone: "elliptic" }, { cone: "elliptic", impratio: 100 }, { cone: "elliptic", impratio: 100, noslip: 10 }];
    const blocks = hasBlock(problem) ? [{}, { block: "box" }] : [{}];
    return hard.flatMap(h => friction.flatMap(f => blocks.map(b => ({ ...h, ...f, ...b }))));
}

// Returns the damping ratio with which a spring and a dashpot that only push have the restitution
// e = exp(-(z/s)(pi - 2 asin z)), s = sqrt(1 - z^2).
function dampingRatio(restitution) {
    let low = 0, high = 0.999;
    for (let i = 0; i < 60; ++i) {
        const z = (low + high) / 2;
        const e = Math.exp((-z / Math.sqrt(1 - z * z)) * (Math.PI - 2 * Math.asin(z)));
        [low, high] = e > restitution ? [z, high] : [low, z];
    }
    return low;
}

// Returns solref, in which negative values are stiffness and damping over mass.
function solref(problem, settings) {
    if (settings.bounce === 0) return [settings.timeconst, 1];
    const frequency = settings.bounce / settings.dt;
    return [-frequency * frequency, -2 * dampingRatio(problem.restitution) * frequency];
}

const text = values => values.join(" ");

function geomsOf(b, i, settings) {
    if (b.half && settings.block === "box") return `<geom name="b${i}-0" type="box" size="${text(b.half)}"/>`;
    return b.spheres.map((s, k) => `<geom name="b${i}-${k}" type="sphere" size="${s.radius}" pos="${text(s.at)}"/>`).join("");
}

// Lists the pairs of bodies and planes. MuJoCo finds the pairs of bodies itself.
function pairsOf(problem, settings, contact) {
    if (settings.slip === 0) return "";
    const names = problem.bodies.flatMap((b, i) => b.spheres.map((_, k) => `b${i}-${k}`));
    const pairs = problem.planes.flatMap((_, p) => names.map(name => `<pair geom1="plane${p}" geom2="${name}" condim="3"
        friction="${problem.friction} ${problem.friction} 0.005 0.0001 0.0001" ${contact} solreffriction="${settings.slip} 1"/>`));
    return `<contact>${pairs.join("")}</contact>`;
}

function makeWorld(problem, settings) {
    const deep = settings.impedance === 0.9 ? 0.95 : (1 + settings.impedance) / 2;
    const impedance = [settings.impedance, settings.bounce ? settings.impedance : Math.min(deep, 0.9999), 0.001];
    const contact = `solref="${text(solref(problem, settings))}" solimp="${text(impedance)}"`;
    const planes = problem.planes.map(({ point, normal }, p) =>
        `<geom name="plane${p}" type="plane" size="0 0 1" pos="${text(point)}" zaxis="${text(normal)}"/>`);
    const bodies = problem.bodies.map((b, i) => `<body pos="${text(b.position)}"><freejoint/>
        <inertial pos="0 0 0" mass="${b.mass}" diaginertia="${text(b.inertia)}"/>${geomsOf(b, i, settings)}</body>`);
    const model = mujoco.MjModel.from_xml_string(`<mujoco>
        <option timestep="${settings.dt}" gravity="${text(problem.gravity)}" integrator="${settings.integrator}"
            cone="${settings.cone}" impratio="${settings.impratio}" noslip_iterations="${settings.noslip}"
            solver="${settings.solver}"/>
        <default><geom friction="${problem.friction} 0.005 0.0001" ${contact}/></default>
        <worldbody>${planes.join("")}${bodies.join("")}</worldbody>
        ${pairsOf(problem, settings, contact)}</mujoco>`);
    const data = new mujoco.MjData(model);
    problem.bodies.forEach((b, i) => b.velocity.forEach((v, k) => (data.qvel[6 * i + k] = v)));
    const pick = (values, from) => Array.from(values.subarray(from, from + 3));
    return {
        step: () => mujoco.mj_step(model, data),
        position: i => pick(data.qpos, 7 * i),
        velocity: i => pick(data.qvel, 6 * i),
        spin: i => pick(data.qvel, 6 * i + 3), // in the body's own frame, whose z does not turn here
        isAsleep: () => false,
        free: () => { data.delete(); model.delete(); },
    };
}

main({ name: "MuJoCo", version, defaults, sweep, makeWorld }, "mujoco.mjs");

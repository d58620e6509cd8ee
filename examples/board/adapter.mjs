// The base of adapters in JavaScript, as adapter.py is that of adapters in Python. README.md describes the protocol.

import { createInterface } from "node:readline";

/** The engine lacks something that the scene needs. */
export class Unsupported extends Error {}

export const plus = (a, b) => a.map((x, k) => x + b[k]);
export const minus = (a, b) => a.map((x, k) => x - b[k]);
export const times = (a, factor) => a.map(x => x * factor);
export const conjugate = ([w, x, y, z]) => [w, -x, -y, -z];

/** Returns the product of two quaternions (w, x, y, z). */
export const multiply = ([w, x, y, z], s) => [
    w * s[0] - x * s[1] - y * s[2] - z * s[3],
    w * s[1] + x * s[0] + y * s[3] - z * s[2],
    w * s[2] - x * s[3] + y * s[0] + z * s[1],
    w * s[3] + x * s[2] - y * s[1] + z * s[0],
];

/** Returns a vector rotated by a quaternion (w, x, y, z). */
export const rotate = (q, v) => multiply(multiply(q, [0, ...v]), conjugate(q)).slice(1);

/** Returns the shortest rotation from one unit vector to another, as a quaternion (w, x, y, z). */
export function rotationBetween(from, to) {
    const w = 1 + from.reduce((sum, x, k) => sum + x * to[k], 0);
    if (w < 1e-9) return Math.abs(from[0]) < 0.9 ? [0, 0, -from[2], from[1]].map(x => x / Math.hypot(from[1], from[2])) : [0, 0, 0, 1];
    const q = [w, from[1] * to[2] - from[2] * to[1], from[2] * to[0] - from[0] * to[2], from[0] * to[1] - from[1] * to[0]];
    return times(q, 1 / Math.hypot(...q));
}

/** Returns true if these two bodies can touch. */
export function canTouch(scene, a, b) {
    const parentOf = name => scene.bodies.find(body => body.name === name)?.joint?.parent;
    if (a === b || parentOf(a) === b || parentOf(b) === a) return false;
    return scene.pairs === "all" || scene.pairs.some(([c, d]) => (a === c && b === d) || (a === d && b === c));
}

const compose = ([p, q], [r, s]) => [plus(p, rotate(q, r)), multiply(q, s)];

/** Returns where bodies and their joints are at the start: position, rotation, anchor and axis, in the world. */
export function startPoses(scene) {
    const moves = { world: [[0, 0, 0], [1, 0, 0, 0]] }; // from where all joints are 0
    const poses = {};
    for (const { name, joint, position, rotation } of scene.bodies) {
        const move = moves[joint ? joint.parent : "world"], here = {};
        moves[name] = move;
        if (joint) {
            here.axis = rotate(move[1], joint.axis);
            [here.anchor] = compose(move, [joint.anchor, [1, 0, 0, 0]]);
            const turn = [Math.cos(joint.start / 2), ...times(joint.axis, Math.sin(joint.start / 2))];
            const own = joint.kind === "slider" ? [times(joint.axis, joint.start), [1, 0, 0, 0]]
                                                : [minus(joint.anchor, rotate(turn, joint.anchor)), turn];
            moves[name] = compose(move, own);
        }
        const [at, turned] = compose(moves[name], [position, rotation]);
        poses[name] = { position: at, rotation: turned, ...here };
    }
    return poses;
}

/** Returns the force of a load at a time [N]. At a jump it is the one after it. */
function forceAt(load, time) {
    const later = load.times.findIndex(at => at > time);
    if (later === 0) return load.forces[0];
    if (later < 0) return load.forces.at(-1);
    const [t, s] = load.times.slice(later - 1, later + 1), [f, g] = load.forces.slice(later - 1, later + 1);
    return f + ((g - f) * (time - t)) / (s - t);
}

const targetAt = ({ offset, amplitude, frequency, phase = 0 }, time) =>
    offset + (amplitude * (1 - Math.cos(2 * Math.PI * (frequency * time + phase)))) / 2;

function makeCommands(scene, run) {
    const servos = scene.bodies.filter(b => b.joint?.servo).map(b => [b.name, b.joint.servo.target]);
    return (time, isFirst) => {
        const forces = {};
        for (const load of scene.loads)
            forces[load.body] = plus(forces[load.body] ?? [0, 0, 0], times(load.direction, forceAt(load, time)));
        for (const [name, force] of Object.entries(forces)) run.push(name, force);
        for (const [name, target] of servos)
            if (isFirst || target.amplitude) run.aim(name, targetAt(target, time));
    };
}

const cpuSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};

/** Runs a scene and returns the answer. run is { step, stepOnce(), read(name), push(name, force), aim(name, target), free(), warnings }. */
function simulate(scene, run) {
    const answer = { step: run.step, t: [], bodies: Object.fromEntries(scene.bodies.map(b => [b.name, []])) };
    const command = makeCommands(scene, run);
    // Shorter steps than the control's keep loads and targets until it acts again.
    const { control } = scene, commandTime = t => (run.step >= control ? t : control * Math.floor(t / control + 1e-6));
    let taken = 0, cpu = 0;
    for (const at of scene.samples) {
        const last = Math.round(at / run.step), start = cpuSeconds();
        for (; taken < last; ++taken) {
            command(commandTime(taken * run.step), taken === 0);
            run.stepOnce();
        }
        cpu += cpuSeconds() - start;
        if (answer.t.length && taken * run.step <= answer.t.at(-1)) continue;
        answer.t.push(taken * run.step);
        for (const { name } of scene.bodies) answer.bodies[name].push(run.read(name));
    }
    return { ...answer, steps: taken, cpu, warnings: run.warnings ?? [] };
}

function respond(adapter, request) {
    const { engine, version, link, settings, sweep = [] } = adapter;
    if (request.do === "describe") return { engine, version, link, settings, sweep };
    if (request.do !== "run") return { error: `do = ${request.do}; it must be 'describe' or 'run'` };
    const name = request.setting ?? "defaults";
    if (!Object.hasOwn(settings, name)) return { error: `setting = '${name}'; it must be one of ${Object.keys(settings).join(", ")}` };
    if (request.scene.needs.includes("modulus")) throw new Unsupported("no modulus: its contacts are rigid");
    const run = adapter.make(request.scene, { ...settings[name], ...(request.step ? { step: request.step } : {}) });
    try {
        return simulate(request.scene, run);
    } finally {
        run.free();
    }
}

/** Answers requests until the end of stdin. JSON.stringify() writes null for numbers that are not finite. */
export async function serve(adapter) {
    for await (const line of createInterface({ input: process.stdin })) {
        if (!line.trim()) continue;
        let answer;
        try {
            answer = respond(adapter, JSON.parse(line));
        } catch (error) {
            answer = error instanceof Unsupported ? { unsupported: error.message } : { error: String(error?.message ?? error) };
        }
        process.stdout.write(JSON.stringify(answer) + "\n");
    }
}

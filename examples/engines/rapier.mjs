// Rapier, https://rapier.rs: impulses at the velocity level, soft constraints, single precision.

import { readFileSync } from "node:fs";
import RAPIER from "@dimforge/rapier3d-compat";
import { block, choice, hasBlock, main, number, product } from "./answer.mjs";

await RAPIER.init();
const { version } = JSON.parse(readFileSync(new URL("node_modules/@dimforge/rapier3d-compat/package.json", import.meta.url)));
const vector = ([x, y, z]) => ({ x, y, z });
const array = ({ x, y, z }) => [x, y, z];
const unturned = { x: 0, y: 0, z: 0, w: 1 };

const defaults = {
    dt: number(1 / 60, "s", 1e-5, 0.1, "time step"),
    iterations: number(4, "-", 1, 1000, "solver iterations"),
    pgs: number(1, "-", 1, 1000, "projected Gauss-Seidel iterations within each"),
    frequency: number(30, "Hz", 1, 1e5, "natural frequency of contacts"),
    allowed: number(0.001, "m", 0, 0.1, "penetration that is not corrected"),
    prediction: number(0.002, "m", 0, 1, "distance at which contacts are predicted"),
    sleep: choice(["yes", "no"], "whether resting bodies are put to sleep"),
    block,
};

function sweep(problem) {
    const contact = [{}, { frequency: 240, allowed: 1e-5 }];
    const some = hasBlock(problem) ? { block: block.choices } : { iterations: [4, 20] };
    const all = product({ sleep: ["no"], dt: [1 / 60, 1 / 240, 1 / 1000, 1 / 4000], ...some });
    return all.flatMap(s => contact.map(c => ({ ...s, ...c })));
}

function makeWorld(problem, settings) {
    const world = new RAPIER.World(vector(problem.gravity));
    const parameters = world.integrationParameters;
    parameters.dt = settings.dt;
    parameters.numSolverIterations = settings.iterations;
    parameters.numInternalPgsIterations = settings.pgs;
    parameters.contact_natural_frequency = settings.frequency;
    parameters.normalizedAllowedLinearError = settings.allowed;
    parameters.normalizedPredictionDistance = settings.prediction;
    const addCollider = (description, body) =>
        world.createCollider(description.setFriction(problem.friction).setRestitution(problem.restitution), body);
    for (const { point, normal } of problem.planes) {
        const plane = new RAPIER.ColliderDesc(new RAPIER.HalfSpace(vector(normal)));
        addCollider(plane.setTranslation(...point));
    }
    const bodies = problem.bodies.map(b => {
        const description = RAPIER.RigidBodyDesc.dynamic().setTranslation(...b.position).setLinvel(...b.velocity);
        description.setAdditionalMassProperties(b.mass, { x: 0, y: 0, z: 0 }, vector(b.inertia), unturned);
        const body = world.createRigidBody(description.setCanSleep(settings.sleep === "yes"));
        if (b.half && settings.block === "box")
            addCollider(RAPIER.ColliderDesc.cuboid(...b.half).setDensity(0), body);
        else
            for (const { radius, at } of b.spheres)
                addCollider(RAPIER.ColliderDesc.ball(radius).setDensity(0).setTranslation(...at), body);
        return body;
    });
    return {
        step: () => world.step(),
        position: i => array(bodies[i].translation()),
        velocity: i => array(bodies[i].linvel()),
        spin: i => array(bodies[i].angvel()),
        isAsleep: i => bodies[i].isSleeping(),
        free: () => world.free(),
    };
}

main({ name: "Rapier", version, defaults, sweep, makeWorld }, "rapier.mjs");

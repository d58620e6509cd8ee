// The problems. The scenes are those of problems.json, which contact-lab reads as well. The measurements are those of
// examples/contact-lab/experiments/EngineProblems.cpp. y is up.

import { readFileSync } from "node:fs";

const scenes = JSON.parse(readFileSync(new URL("problems.json", import.meta.url), "utf8"));

const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const difference = (a, b) => a.map((x, k) => x - b[k]);
const compareWith = (right, name, value) => ({ error: Math.abs(value / right - 1), values: { [name]: value, right } });

// Each function advances a world to the end by advance(time), of which alone the time counts, and returns the error.
const measures = {
    // Measures the creep of a body that must not move.
    creep(p, world, advance) {
        advance(p.since);
        const then = world.position(0)[0];
        advance(p.duration);
        const creep = (world.position(0)[0] - then) / (p.duration - p.since);
        return { error: Math.abs(creep), values: { creep, asleep: Number(world.isAsleep(0)) } };
    },

    distance(p, world, advance) {
        advance(p.duration);
        return compareWith(p.right, "distance", world.position(0)[0]);
    },

    // Measures the velocities after over before the impact, along the normal and the plane, of each sphere.
    rebound(p, world, advance) {
        advance(p.duration);
        const values = {};
        let error = 0;
        p.angles.forEach((angle, i) => {
            const before = p.bodies[i].velocity, after = world.velocity(i), [rightNormal, rightTangential] = p.right[i];
            const normal = -after[1] / before[1], tangential = after[0] / before[0];
            error = Math.max(error, Math.abs(normal - rightNormal), Math.abs(tangential - rightTangential));
            Object.assign(values, { [`e_n ${angle}`]: normal, [`e_t ${angle}`]: tangential, [`spin ${angle}`]: -world.spin(i)[2] });
        });
        return { error, values };
    },

    // Measures the largest overlap of equal balls with each other and with planes, at a hundred times.
    overlap(p, world, advance) {
        const { radius } = p.body.spheres[0];
        let overlap = 0;
        for (let step = 1; step <= 100; ++step) {
            advance((p.duration * step) / 100);
            const centres = p.bodies.map((_, i) => world.position(i));
            centres.forEach((c, i) => {
                for (const { point, normal } of p.planes) overlap = Math.max(overlap, radius - dot(normal, difference(c, point)));
                for (let j = 0; j < i; ++j) overlap = Math.max(overlap, 2 * radius - Math.hypot(...difference(c, centres[j])));
            });
        }
        return { error: overlap / radius, values: { overlap } };
    },

    // Measures the apex in the middle of a flight, as the height above the floor that the energy reaches.
    apex(p, world, advance) {
        advance(p.duration);
        const height = world.position(0)[1] - p.body.spheres[0].radius;
        return compareWith(p.right, "apex", height + world.velocity(0)[1] ** 2 / (2 * -p.gravity[1]));
    },
};

/** Maps a name to its problem, each { gravity, friction, restitution, planes, bodies, duration, measure(world, advance) }. */
export const problems = Object.fromEntries(Object.entries(scenes).map(([name, scene]) => {
    const problem = { ...scene, bodies: scene.bodies.map(b => ({ velocity: [0, 0, 0], ...scene.body, ...b })) };
    return [name, { ...problem, measure: (world, advance) => measures[scene.measure](problem, world, advance) }];
}));

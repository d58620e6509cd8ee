// The problems: what is where at the start, how it is measured, and what is right. Numbers are in problems.json, which the
// laboratory reads as well (examples/contact-lab/experiments/EngineProblems.cpp has the same scenes in C++); y is up.

import { readFileSync } from "node:fs";

const numbers = JSON.parse(readFileSync(new URL("problems.json", import.meta.url), "utf8"));
const g = 9.81; // [m/s^2]
const floor = { point: [0, 0, 0], normal: [0, 1, 0] };
const radians = degrees => (degrees * Math.PI) / 180;

const ball = (p, position, velocity = [0, 0, 0]) => {
    const inertia = 0.4 * p.mass * p.radius ** 2;
    const spheres = [{ radius: p.radius, at: [0, 0, 0] }];
    return { mass: p.mass, inertia: [inertia, inertia, inertia], spheres, position, velocity };
};

// A block on four spheres, whose lowest points are as low as the block's; where an engine has boxes, also on its own face.
const block = (p, velocity = [0, 0, 0]) => {
    const [a, b, c] = p.half, square = x => x * x;
    const inertia = [[b, c], [a, c], [a, b]].map(([u, v]) => (p.mass / 3) * (square(u) + square(v)));
    const corners = [[-a, -c], [a, -c], [-a, c], [a, c]];
    const spheres = corners.map(([x, z]) => ({ radius: p.foot, at: [x, p.foot - b, z] }));
    return { mass: p.mass, inertia, half: p.half, spheres, position: [0, b, 0], velocity };
};

// Every problem has a scene, a duration [s], and a function that takes a world to the end by advance(time), which alone is
// clocked, and says how far from right it came.
const makers = {
    // It must stay: friction is above the slope's tangent.
    rest: p => ({
        gravity: [g * Math.sin(radians(p.slope)), -g * Math.cos(radians(p.slope)), 0],
        planes: [floor],
        bodies: [block(p)],
        measure(world, advance) {
            advance(p.since);
            const then = world.position(0)[0];
            advance(p.duration);
            const creep = (world.position(0)[0] - then) / (p.duration - p.since);
            return { error: Math.abs(creep), values: { creep, asleep: Number(world.isAsleep(0)) } };
        },
    }),

    // Pulled at its centre, here by gravity's own share, it rolls with 5/7 of the force's acceleration.
    rolling: p => ({
        gravity: [p.force / p.mass, -g, 0],
        planes: [floor],
        bodies: [ball(p, [0, p.radius, 0])],
        measure(world, advance) {
            advance(p.duration);
            const distance = world.position(0)[0], right = ((5 / 7) * p.force * p.duration ** 2) / (2 * p.mass);
            return { error: Math.abs(distance / right - 1), values: { distance, right } };
        },
    }),

    // Rigid bodies: e_t is 5/7 where the sphere leaves rolling, 1 - mu (1 + e)/tan(angle) where it slides to the end. One
    // sphere for each angle from the normal, all in one world.
    impact: p => ({
        gravity: [0, 0, 0],
        planes: [floor],
        bodies: p.angles.map((angle, i) => {
            const [along, down] = [Math.sin(radians(angle)), -Math.cos(radians(angle))];
            return ball(p, [0, p.radius + p.height, i], [p.speed * along, p.speed * down, 0]);
        }),
        measure(world, advance) {
            advance(p.duration);
            const values = {};
            let error = 0;
            p.angles.forEach((angle, i) => {
                const [vx, vy] = world.velocity(i), tan = Math.tan(radians(angle));
                const normal = vy / (p.speed * Math.cos(radians(angle)));
                const tangential = vx / (p.speed * Math.sin(radians(angle)));
                const right = Math.max(5 / 7, 1 - (p.friction * (1 + p.restitution)) / tan);
                error = Math.max(error, Math.abs(normal - p.restitution), Math.abs(tangential - right));
                Object.assign(values, { [`e_n ${angle}`]: normal, [`e_t ${angle}`]: tangential, [`spin ${angle}`]: -world.spin(i)[2] });
            });
            return { error, values };
        },
    }),

    // v^2/(2 mu g).
    sliding: p => ({
        gravity: [0, -g, 0],
        planes: [floor],
        bodies: [block(p, [p.speed, 0, 0])],
        measure(world, advance) {
            advance(p.duration);
            const distance = world.position(0)[0], right = p.speed ** 2 / (2 * p.friction * g);
            return { error: Math.abs(distance / right - 1), values: { distance, right } };
        },
    }),

    // Balls in layers that are shifted against each other, between four walls; looked at a hundred times.
    bin: p => {
        const bodies = [];
        for (let j = 0; j < p.side; ++j)
            for (let i = 0; i < p.side; ++i)
                for (let k = 0; k < p.side; ++k) {
                    const at = n => (n - (p.side - 1) / 2) * p.spacing;
                    const shift = n => p.shift * ((n % 5) - 2);
                    const height = p.radius + (j + 0.5) * p.spacing;
                    bodies.push(ball(p, [at(i) + shift(i + 2 * j + 3 * k), height, at(k) + shift(3 * i + j + 2 * k)]));
                }
        const wall = normal => ({ point: normal.map(n => -p.wall * n), normal });
        const planes = [floor, ...[[1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]].map(wall)];
        return {
            gravity: [0, -g, 0],
            planes,
            bodies,
            measure(world, advance) {
                let overlap = 0;
                for (let i = 1; i <= 100; ++i) {
                    advance((p.duration * i) / 100);
                    overlap = Math.max(overlap, largestOverlap(p, planes, bodies.map((_, b) => world.position(b))));
                }
                return { error: overlap / p.radius, values: { overlap } };
            },
        };
    },

    // Dropped from its apex, it comes back to e^(2 n) of its height after n bounces; measured amid that flight, as the height
    // that its energy is good for.
    bounce: p => {
        const e = p.restitution, fall = Math.sqrt((2 * p.height) / g);
        let amid = fall; // first touch
        for (let n = 1; n < p.bounces; ++n) amid += 2 * e ** n * fall;
        amid += e ** p.bounces * fall;
        return {
            duration: amid,
            gravity: [0, -g, 0],
            planes: [floor],
            bodies: [ball(p, [0, p.radius + p.height, 0])],
            measure(world, advance) {
                advance(amid);
                const apex = world.position(0)[1] - p.radius + world.velocity(0)[1] ** 2 / (2 * g);
                const right = e ** (2 * p.bounces) * p.height;
                return { error: Math.abs(apex / right - 1), values: { apex, right } };
            },
        };
    },
};

function largestOverlap(p, planes, centres) {
    let most = 0;
    centres.forEach((c, i) => {
        for (let j = 0; j < i; ++j) {
            const d = centres[j];
            most = Math.max(most, 2 * p.radius - Math.hypot(c[0] - d[0], c[1] - d[1], c[2] - d[2]));
        }
        for (const { point, normal } of planes) {
            const height = normal.reduce((sum, n, k) => sum + n * (c[k] - point[k]), 0);
            most = Math.max(most, p.radius - height);
        }
    });
    return most;
}

/** By name, each { gravity, friction, restitution, planes, bodies, duration, measure }. */
export const problems = Object.fromEntries(
    Object.entries(numbers).map(([name, p]) => [name, { ...p, ...makers[name](p) }])
);

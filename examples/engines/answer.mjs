// The code that all engines share: the command line, the clock, and one line of JSON per run.

import { parseArgs } from "node:util";
import { problems } from "./problems.mjs";

const patience = 0.2, mostRuns = 20; // CPU time [s], number of runs [-]

const seconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
};

// Runs a problem once. @returns the measured values, and the CPU time of its steps alone [s]
function run(problem, makeWorld, settings) {
    const world = makeWorld(problem, settings);
    let steps = 0, cost = 0;
    const advance = time => {
        const until = Math.round(time / settings.dt), start = seconds();
        for (; steps < until; ++steps) world.step();
        cost += seconds() - start;
    };
    try {
        return { ...problem.measure(world, advance), cost, steps };
    } finally {
        world.free();
    }
}

// Runs a problem before its first measurement, so that the time of the compiler does not count.
function warmUp(engine, problem, settings) {
    for (let i = 0, spent = 0; spent < patience && i < mostRuns; ++i) spent += run(problem, engine.makeWorld, settings).cost;
}

// Returns the fastest of several runs.
function answer(engine, name, settings) {
    const problem = problems[name];
    let least = Infinity, last;
    for (let i = 0, spent = 0; spent < patience && i < mostRuns; ++i) {
        last = run(problem, engine.makeWorld, settings);
        least = Math.min(least, last.cost);
        spent += last.cost;
    }
    const { error, values, steps } = last;
    return { engine: engine.name, version: engine.version, problem: name, settings: textOf(engine, settings),
             error: Number.isFinite(error) ? error : null, price: least / problem.duration, steps, values };
}

// Returns only the settings that differ from the engine's own defaults.
function textOf(engine, settings) {
    const given = Object.entries(settings).filter(([key, value]) => value !== engine.defaults[key].value);
    return given.map(([key, value]) => `${key}=${write(value)}`).join(",") || "default";
}

// Writes a number, as "1/240" if that is shorter; read() takes it too.
const write = value => (value > 0 && value < 1 && Math.abs(1 / value - Math.round(1 / value)) < 1e-9 && String(value).length > 7
    ? `1/${Math.round(1 / value)}` : String(value));
function read(text) {
    const [above, below = "1"] = text.split("/");
    return above.trim() === "" || below.trim() === "" ? NaN : Number(above) / Number(below);
}

const withDefaults = (engine, given) =>
    ({ ...Object.fromEntries(Object.entries(engine.defaults).map(([key, d]) => [key, d.value])), ...given });

function refuse(why) {
    console.error(`engines: ${why}`);
    process.exit(2);
}

// Parses "default", "all", or "dt=0.001,iterations=20".
function settingsFor(engine, text, name) {
    if (text === "default") return [withDefaults(engine, {})];
    if (text === "all") return [{}, ...engine.sweep(problems[name])].map(given => withDefaults(engine, given));
    const given = {};
    for (const part of text.split(",")) {
        const [key, value] = part.split("=");
        const known = Object.hasOwn(engine.defaults, key) && engine.defaults[key];
        if (!known) refuse(`--settings ${key} is unknown; choose from ${Object.keys(engine.defaults).join(", ")}`);
        if (typeof known.value === "number") {
            given[key] = read(value ?? "");
            if (!(known.least <= given[key] && given[key] <= known.most))
                refuse(`--settings ${key} = ${value ?? ""}${known.unit === "-" ? "" : " " + known.unit}; it must be in [${known.least}, ${known.most}]`);
        } else {
            given[key] = value;
            if (!known.choices.includes(value))
                refuse(`--settings ${key} = ${value ?? ""}; it must be one of ${known.choices.join(", ")}`);
        }
    }
    return [withDefaults(engine, given)];
}

function help(engine, program) {
    const rows = Object.entries(engine.defaults).map(([key, d]) => {
        const range = d.choices ? d.choices.join(", ") : `in [${d.least}, ${d.most}]`;
        return `  ${key.padEnd(18)} ${`[${d.unit ?? "-"}]`.padEnd(7)} ${d.help}; ${range}; ${write(d.value)} if not given`;
    });
    return `usage: node ${program} [--problem NAME] [--settings default|all|KEY=VALUE[,KEY=VALUE]]
Prints one line of JSON per run: error, price (CPU seconds per simulated second) and the measured values.

  --problem   ${Object.keys(problems).join(", ")}; all of them if not given
  --settings  default: the default settings of ${engine.name}; all: these and a sweep; or some of its own parameters. all if not given

${engine.name} ${engine.version}, parameters:
${rows.join("\n")}`;
}

/** Describes a setting that is a number. */
export const number = (value, unit, least, most, text) => ({ value, unit, least, most, help: text });
/** Describes a setting that is a word. The first one is the default. */
export const choice = (choices, text) => ({ value: choices[0], choices, help: text });

/** Chooses the part of a block that touches the floor. Every engine has this parameter. */
export const block = choice(["feet", "box"], "a block stands on four spheres (feet) or on its own face (box)");
export const hasBlock = problem => problem.bodies.some(b => b.half);

/** Returns all combinations: product({ a: [1, 2], b: [3] }) is [{ a: 1, b: 3 }, { a: 2, b: 3 }]. */
export const product = lists =>
    Object.entries(lists).reduce((all, [key, values]) => all.flatMap(some => values.map(v => ({ ...some, [key]: v }))), [{}]);

/** Runs the command line.
@param engine { name, version, defaults, sweep(problem), makeWorld(problem, settings) }; a world is { step(), position(i),
velocity(i), spin(i), isAsleep(i), free() } in SI units, bodies in the problem's order */
export function main(engine, program) {
    let options;
    try {
        options = parseArgs({ options: { problem: { type: "string" }, settings: { type: "string", default: "all" },
                                         help: { type: "boolean" } } }).values;
    } catch (error) {
        refuse(error.message);
    }
    if (options.help) return console.log(help(engine, program));
    const names = Object.keys(problems);
    if (options.problem && !names.includes(options.problem))
        refuse(`--problem ${options.problem} is unknown; choose from ${names.join(", ")}`);
    for (const name of options.problem ? [options.problem] : names) {
        const all = settingsFor(engine, options.settings, name);
        if (all.length > 1) console.error(`${engine.name}, ${name}: ${all.length} settings`);
        warmUp(engine, problems[name], all[0]);
        for (const settings of all) console.log(JSON.stringify(answer(engine, name, settings)));
    }
}

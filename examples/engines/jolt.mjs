// Jolt, https://github.com/jrouwe/JoltPhysics: impulses at the velocity level, single precision.

import { readFileSync } from "node:fs";
import loadJolt from "jolt-physics";
import { block, choice, hasBlock, main, number, product } from "./answer.mjs";

const Jolt = await loadJolt();
const { version } = JSON.parse(readFileSync(new URL("node_modules/jolt-physics/package.json", import.meta.url)));
const layers = { still: 0, moving: 1 };

const defaults = {
    dt: number(1 / 60, "s", 1e-5, 0.1, "time step"),
    velocitySteps: number(10, "-", 2, 255, "iterations for velocities"),
    positionSteps: number(2, "-", 0, 255, "iterations for positions"),
    slop: number(0.02, "m", 0, 0.1, "penetration that is not corrected"),
    speculative: number(0.02, "m", 0, 1, "distance at which contacts are predicted"),
    bounceFrom: number(1, "m/s", 0, 100, "normal speed below which bodies do not bounce"),
    damping: number(0.05, "1/s", 0, 1, "of all motion, linear and angular"),
    sleep: choice(["yes", "no"], "whether resting bodies are put to sleep"),
    block,
};

function sweep(problem) {
    const contact = [{ slop: 0.02, speculative: 0.02 }, { slop: 0.001, speculative: 0.02 }, { slop: 1e-4, speculative: 1e-3 }];
    const some = hasBlock(problem) ? { velocitySteps: [10], block: block.choices } : { velocitySteps: [10, 30] };
    const all = product({ sleep: ["no"], damping: [0], bounceFrom: [0.01], dt: [1 / 60, 1 / 240, 1 / 1000, 1 / 4000], ...some });
    return [{ sleep: "no" }, { sleep: "no", damping: 0 }, ...all.flatMap(s => contact.map(c => ({ ...s, ...c })))];
}

const vector = ([x, y, z]) => new Jolt.Vec3(x, y, z);
const place = ([x, y, z]) => new Jolt.RVec3(x, y, z);
const array = v => [v.GetX(), v.GetY(), v.GetZ()];

function makeInterface() {
    const settings = new Jolt.JoltSettings();
    settings.mMaxWorkerThreads = 0;
    const pairs = new Jolt.ObjectLayerPairFilterTable(2);
    pairs.EnableCollision(layers.still, layers.moving);
    pairs.EnableCollision(layers.moving, layers.moving);
    const broadPhase = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    for (const layer of Object.values(layers)) broadPhase.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = broadPhase;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhase, 2, pairs, 2);
    const jolt = new Jolt.JoltInterface(settings);
    Jolt.destroy(settings);
    return jolt;
}

// Makes a box, a sphere, or several spheres in one shape, with the centre of mass at the body's origin.
function makeShape({ half, spheres }, settings) {
    if (half && settings.block === "box") return new Jolt.BoxShape(vector(half), 0);
    if (spheres.length === 1) return new Jolt.SphereShape(spheres[0].radius);
    const compound = new Jolt.StaticCompoundShapeSettings();
    for (const { radius, at } of spheres)
        compound.AddShapeShape(vector(at), Jolt.Quat.prototype.sIdentity(), new Jolt.SphereShape(radius), 0);
    const shape = compound.Create().Get(), aside = shape.GetCenterOfMass();
    return new Jolt.OffsetCenterOfMassShape(shape, new Jolt.Vec3(-aside.GetX(), -aside.GetY(), -aside.GetZ()));
}

function makeWorld(problem, settings) {
    const jolt = makeInterface(), system = jolt.GetPhysicsSystem(), interfaces = system.GetBodyInterface();
    system.SetGravity(vector(problem.gravity));
    const physics = system.GetPhysicsSettings();
    physics.mNumVelocitySteps = settings.velocitySteps;
    physics.mNumPositionSteps = settings.positionSteps;
    physics.mPenetrationSlop = settings.slop;
    physics.mSpeculativeContactDistance = settings.speculative;
    physics.mMinVelocityForRestitution = settings.bounceFrom;
    physics.mAllowSleeping = settings.sleep === "yes";
    system.SetPhysicsSettings(physics);
    const add = (shape, position, isMoving, set = () => {}) => {
        const motion = isMoving ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static;
        const creation = new Jolt.BodyCreationSettings(shape, place(position), Jolt.Quat.prototype.sIdentity(), motion,
                                                       isMoving ? layers.moving : layers.still);
        creation.mFriction = problem.friction;
        creation.mRestitution = problem.restitution;
        set(creation);
        const body = interfaces.CreateBody(creation);
        Jolt.destroy(creation);
        interfaces.AddBody(body.GetID(), Jolt.EActivation_Activate);
        return body;
    };
    for (const { point, normal } of problem.planes)
        add(new Jolt.PlaneShape(new Jolt.Plane(vector(normal), 0), null, 100), point, false);
    const bodies = problem.bodies.map(b => {
        return add(makeShape(b, settings), b.position, true, creation => {
            creation.mLinearVelocity = vector(b.velocity);
            creation.mLinearDamping = creation.mAngularDamping = settings.damping;
            creation.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
            creation.mMassPropertiesOverride.mMass = b.mass;
            creation.mMassPropertiesOverride.mInertia = Jolt.Mat44.prototype.sScaleVec3(vector(b.inertia));
        });
    });
    return {
        step: () => jolt.Step(settings.dt, 1),
        position: i => array(bodies[i].GetPosition()),
        velocity: i => array(bodies[i].GetLinearVelocity()),
        spin: i => array(bodies[i].GetAngularVelocity()),
        isAsleep: i => !bodies[i].IsActive(),
        free: () => Jolt.destroy(jolt),
    };
}

main({ name: "Jolt", version, defaults, sweep, makeWorld }, "jolt.mjs");

// The adapter of Jolt, https://github.com/jrouwe/JoltPhysics: impulses at the velocity level, single precision.

import { readFileSync } from "node:fs";
import loadJolt from "jolt-physics";
import { canTouch, rotationBetween, serve, startPoses } from "./adapter.mjs";

const Jolt = await loadJolt();
const { version } = JSON.parse(readFileSync(new URL("node_modules/jolt-physics/package.json", import.meta.url)));
const layers = { still: 0, moving: 1 };
const onlyDamping = 1e-3; // Jolt's motor without stiffness is rigid; this one is next to none [N/m, N m/rad]

const vector = ([x, y, z]) => new Jolt.Vec3(x, y, z);
const place = ([x, y, z]) => new Jolt.RVec3(x, y, z);
const turn = ([w, x, y, z]) => new Jolt.Quat(x, y, z, w);
const array = v => [v.GetX(), v.GetY(), v.GetZ()];

function makeInterface(maxBodies) {
    const settings = new Jolt.JoltSettings();
    settings.mMaxWorkerThreads = 0;
    settings.mMaxBodies = maxBodies;
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

function makeShape({ kind, radius, half, half_length: halfLength, vertices }) {
    if (kind === "sphere") return new Jolt.SphereShape(radius);
    if (kind === "box") return new Jolt.BoxShape(vector(half), 0);
    if (kind === "capsule") return new Jolt.CapsuleShape(halfLength, radius); // along y
    const hull = new Jolt.ConvexHullShapeSettings();
    hull.mMaxConvexRadius = 0;
    for (const vertex of vertices) hull.mPoints.push_back(vector(vertex));
    return hull.Create().Get();
}

// Returns all shapes of a body as one, with its mass center at the origin.
function makeCompound(shapes) {
    const turned = ({ kind, rotation = [1, 0, 0, 0] }) => {
        const [w, x, y, z] = rotation, h = Math.SQRT1_2; // a capsule along y is turned by 90 degrees about x, to z
        return turn(kind === "capsule" ? [h * (w - x), h * (w + x), h * (y + z), h * (z - y)] : rotation);
    };
    const isPlain = shapes.length === 1 && shapes[0].kind !== "capsule" && shapes[0].position.every(x => x === 0) &&
                    (shapes[0].rotation ?? [1])[0] === 1;
    if (!shapes.length) return new Jolt.SphereShape(0.001); // it touches nothing
    if (isPlain) return makeShape(shapes[0]);
    const compound = new Jolt.StaticCompoundShapeSettings();
    for (const shape of shapes) compound.AddShapeShape(vector(shape.position), turned(shape), makeShape(shape), 0);
    const made = compound.Create().Get(), aside = made.GetCenterOfMass();
    return new Jolt.OffsetCenterOfMassShape(made, new Jolt.Vec3(-aside.GetX(), -aside.GetY(), -aside.GetZ()));
}

function make(scene, settings) {
    const jolt = makeInterface(scene.bodies.length + scene.world.length + 10), system = jolt.GetPhysicsSystem();
    const interfaces = system.GetBodyInterface();
    system.SetGravity(vector(scene.gravity));
    const physics = system.GetPhysicsSettings();
    Object.assign(physics, settings.physics);
    system.SetPhysicsSettings(physics);
    const names = ["world", ...scene.bodies.map(b => b.name)];
    const filter = new Jolt.GroupFilterTable(names.length);
    names.forEach((a, i) => names.forEach((b, j) => { if (i < j && !canTouch(scene, a, b)) filter.DisableCollision(i, j); }));
    const add = (name, shape, position, rotation, isMoving, set = () => {}) => {
        const motion = isMoving ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static;
        const creation = new Jolt.BodyCreationSettings(shape, place(position), turn(rotation), motion, isMoving ? layers.moving : layers.still);
        creation.mFriction = scene.surface.friction;
        creation.mRestitution = scene.surface.restitution ?? 0;
        creation.mCollisionGroup = new Jolt.CollisionGroup(filter, 0, names.indexOf(name));
        set(creation);
        const body = interfaces.CreateBody(creation);
        Jolt.destroy(creation);
        interfaces.AddBody(body.GetID(), Jolt.EActivation_Activate);
        return body;
    };
    for (const { position, normal } of scene.world)
        add("world", new Jolt.PlaneShape(new Jolt.Plane(vector(normal), 0), null, 100), position, [1, 0, 0, 0], false);
    const poses = startPoses(scene), bodies = {}, joints = {};
    for (const b of scene.bodies)
        bodies[b.name] = add(b.name, makeCompound(b.shapes), poses[b.name].position, poses[b.name].rotation, true, creation => {
            creation.mLinearVelocity = vector(b.velocity);
            creation.mAngularVelocity = vector(b.angular_velocity);
            creation.mLinearDamping = creation.mAngularDamping = 0;
            creation.mMaxAngularVelocity = 1e4;
            creation.mApplyGyroscopicForce = settings.gyroscopic;
            creation.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
            creation.mMassPropertiesOverride.mMass = b.mass;
            creation.mMassPropertiesOverride.mInertia = Jolt.Mat44.prototype.sScaleVec3(vector(b.inertia));
        });
    for (const b of scene.bodies) if (b.joint) joints[b.name] = addJoint(system, bodies, b, poses[b.name]);
    return {
        step: settings.step,
        stepOnce: () => jolt.Step(settings.step, 1),
        read: name => {
            const body = bodies[name], q = body.GetRotation();
            return [...array(body.GetCenterOfMassPosition()), q.GetW(), q.GetX(), q.GetY(), q.GetZ(),
                    ...array(body.GetLinearVelocity()), ...array(body.GetAngularVelocity())];
        },
        push: (name, force) => bodies[name].AddForce(vector(force)), // for one step
        aim: (name, target) => joints[name](target),
        free: () => Jolt.destroy(jolt),
    };
}

// Adds a hinge or slider whose coordinate is 0 at the start. Returns a function that sets its target.
function addJoint(system, bodies, { name, joint }, { anchor, axis }) {
    const isHinge = joint.kind === "hinge";
    const creation = isHinge ? new Jolt.HingeConstraintSettings() : new Jolt.SliderConstraintSettings();
    creation.mSpace = Jolt.EConstraintSpace_WorldSpace;
    creation.mAutoDetectPoint = false;
    creation.mPoint1 = creation.mPoint2 = place(anchor);
    creation[isHinge ? "mHingeAxis1" : "mSliderAxis1"] = creation[isHinge ? "mHingeAxis2" : "mSliderAxis2"] = vector(axis);
    creation.mNormalAxis1 = creation.mNormalAxis2 = vector(axisAcross(axis));
    const spring = creation.mMotorSettings.mSpringSettings;
    spring.mMode = Jolt.ESpringMode_StiffnessAndDamping;
    spring.mStiffness = joint.servo ? joint.servo.kp : onlyDamping;
    spring.mDamping = (joint.servo ? joint.servo.kd : 0) + joint.damping;
    const parent = joint.parent === "world" ? Jolt.JoltInterface.prototype.sGetFixedToWorldBody() : bodies[joint.parent];
    const made = Jolt.castObject(creation.Create(parent, bodies[name]), isHinge ? Jolt.HingeConstraint : Jolt.SliderConstraint);
    system.AddConstraint(made);
    const setTarget = target => (isHinge ? made.SetTargetAngle(target) : made.SetTargetPosition(target));
    if (joint.servo || joint.damping) {
        made.SetMotorState(Jolt.EMotorState_Position);
        setTarget(0);
    }
    return target => setTarget(target - joint.start);
}

// Returns a unit vector across an axis.
function axisAcross(axis) {
    const [w, x, y, z] = rotationBetween([0, 0, 1], axis);
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
}

const awake = { mAllowSleeping: false, mMinVelocityForRestitution: 0.01 };
const source = "https://jrouwe.github.io/JoltPhysics/struct_physics_settings.html";
await serve({
    engine: "Jolt",
    version,
    link: "https://github.com/jrouwe/JoltPhysics",
    settings: {
        defaults: { step: 1 / 60, physics: {}, gyroscopic: false,
                    text: "those of PhysicsSettings, steps of 1/60 s, bodies sleep; WebAssembly, float32", source },
        awake: { step: 1 / 60, physics: { mAllowSleeping: false }, gyroscopic: false, text: "the defaults without sleep", source },
        best: { step: 1 / 1000, physics: { ...awake, mNumVelocitySteps: 30, mPenetrationSlop: 1e-4, mSpeculativeContactDistance: 1e-3 }, gyroscopic: true,
                text: "steps of 1 ms, 30 iterations for velocities, slop 0.1 mm, speculative distance 1 mm, bounces from 0.01 m/s, gyroscopic force, "
                    + "no sleep", source },
    },
    sweep: [60, 240, 1000, 4000].map(rate => ({ setting: "best", step: 1 / rate })),
    make,
});

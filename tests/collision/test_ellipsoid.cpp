// Tests ellipsoids on planes, spheres and each other.

#include "Messages.h"
#include "Scene.h"
#include "World.h"

#include <simbodydem/shapes/Ellipsoid.h>

#include <limits>

namespace test_ellipsoid {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A body of this shape above the floor, or above a fixed body.
struct Pair : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;

    Pair(const Shape& lower, const Transform& X_GS, const Shape& upper, const MassProperties& mass,
         const SurfaceMaterial& material = rubber(), const Transform& X_BS = Transform())
        : Scene(material), body(matter.updGround(), Body::Rigid(mass)) {
        add(matter.Ground(), lower, X_GS, "lower");
        add(body, upper, X_BS, "upper");
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
    }

    State at(const Transform& X_GB, const Vec3& velocity = Vec3(0), const Vec3& spin = Vec3(0)) {
        return Scene::at(body, X_GB, SpatialVec(spin, velocity));
    }
};

MassProperties solidEllipsoid(Real mass, const Vec3& axes) {
    return MassProperties(mass, Vec3(0), mass * UnitInertia::ellipsoid(axes));
}

// At its y pole an ellipsoid of semi-axes 0.05, 0.02 and 0.04 m has the radii of curvature 0.125 and 0.08 m. Simbody's radii are 0.04
// and 0.05 m. The R* of their ellipse is 0.8% above the circle's sqrt(R' R''), by bisection of Johnson's 4.28 in extended precision.
TEST(Ellipsoid, IsAsStiffAsItsEllipse) {
    const Vec3 axes(.05, .02, .04);
    Pair pair(HalfSpace(), HalfSpace::floor(), Ellipsoid(axes), solidEllipsoid(1, axes));
    const Real depth = 1e-5;
    const State state = pair.at(Vec3(0, .02 - depth, 0));
    const ContactRecord record = pair.force->getContactRecords(state).at(0);
    EXPECT_NEAR(record.overlap, depth, 1e-16);
    EXPECT_LT((record.normal - Vec3(0, 1, 0)).norm(), 1e-15);
    EXPECT_LT((record.point - Vec3(0, -depth / 2, 0)).norm(), 1e-16);
    const Real E = rubber().youngsModulus / (2 * (1 - square(rubber().poissonsRatio)));
    const Real radius = square(.75 * record.normalForce.norm() / E / std::pow(depth, 1.5));
    EXPECT_NEAR(radius, 0.100831037597, 1e-10 * radius);
}

// An ellipsoid with three equal axes has the forces of a sphere, to rounding over the overlap. This holds under half spaces, spheres
// and ellipsoids, in any pose and motion.
TEST(Ellipsoid, WithEqualAxesIsASphere) {
    const Real r = 0.1;
    const MassProperties mass(1, Vec3(0), UnitInertia::sphere(r));
    const Sphere sphere(r), small(0.07);
    const Ellipsoid round(Vec3(r, r, r)), smallRound(Vec3(0.07, 0.07, 0.07));
    struct Case {
        const Shape *lower, *upper, *lowerRound, *upperRound;
        Transform X_GS;
        Real height;
    };
    const HalfSpace floor;
    const Case cases[] = {{&floor, &sphere, &floor, &round, HalfSpace::floor(), r - 1e-3},
                          {&small, &sphere, &small, &round, Vec3(0), 0.167},
                          {&small, &sphere, &smallRound, &sphere, Vec3(0), 0.167},
                          {&small, &sphere, &smallRound, &round, Vec3(0), 0.167}};
    for (const Case& c : cases) {
        Pair spheres(*c.lower, c.X_GS, *c.upper, mass), rounds(*c.lowerRound, c.X_GS, *c.upperRound, mass);
        const Transform X_GB(Rotation(0.7, UnitVec3(1, 2, 3)), Vec3(0.01, c.height, -0.01));
        State a = spheres.at(X_GB, Vec3(.3, -.2, .1), Vec3(1, 2, 3)),
              b = rounds.at(X_GB, Vec3(.3, -.2, .1), Vec3(1, 2, 3));
        for (int step = 1; step <= 3; ++step) { // with a spring from the second step on
            const ContactRecord &x = spheres.force->getContactRecords(a).at(0),
                                &y = rounds.force->getContactRecords(b).at(0);
            EXPECT_NEAR(y.overlap, x.overlap, 1e-16);
            EXPECT_LT((y.normalForce - x.normalForce).norm(), 1e-12 * x.normalForce.norm());
            EXPECT_LT((y.tangentialForce - x.tangentialForce).norm(), 1e-12 * x.normalForce.norm());
            EXPECT_NEAR(y.effectiveMass, x.effectiveMass, 1e-12);
            for (Pair* pair : {&spheres, &rounds}) {
                State& state = pair == &spheres ? a : b;
                const Vector rates = state.getQDot();
                state.autoUpdateDiscreteVariables();
                state.updTime() += 1e-4;
                state.updQ() += 1e-4 * rates;
                pair->system.realize(state, Stage::Dynamics);
            }
        }
    }
}

// Contacts depend neither on the order of the surfaces nor on the frame: two ellipsoids in both orders, and rotated together.
TEST(Ellipsoid, PairsAreSymmetric) {
    const Vec3 axesA(.03, .05, .02), axesB(.04, .02, .03);
    const MassProperties mass = solidEllipsoid(1, axesB);
    const Rotation turn(1.1, UnitVec3(3, -1, 2));
    const Transform X_GA(Rotation(0.4, UnitVec3(1, 1, 0)), Vec3(0)),
        X_GB(Rotation(2, UnitVec3(0, 1, 3)), Vec3(.02, .05, .01));
    Pair one(Ellipsoid(axesA), X_GA, Ellipsoid(axesB), mass),
        turned(Ellipsoid(axesA), Transform(turn) * X_GA, Ellipsoid(axesB), mass);
    Pair other(Ellipsoid(axesB), X_GB, Ellipsoid(axesA), mass);
    const State s = one.at(X_GB), t = turned.at(Transform(turn) * X_GB), o = other.at(X_GA);
    const ContactRecord x = one.force->getContactRecords(s).at(0), y = turned.force->getContactRecords(t).at(0),
                        z = other.force->getContactRecords(o).at(0);
    ASSERT_GT(x.overlap, 0);
    EXPECT_NEAR(y.overlap, x.overlap, 1e-15);
    EXPECT_NEAR(z.overlap, x.overlap, 1e-15);
    EXPECT_LT((y.normalForce - turn * x.normalForce).norm(), 1e-10 * x.normalForce.norm());
    EXPECT_LT((z.normalForce + x.normalForce).norm(), 1e-10 * x.normalForce.norm());
    EXPECT_LT((z.point - x.point).norm(), 1e-14);
}

// The frequency of rocking without slip is w^2 = m g (R - h)/(I + m h^2). R is the radius of curvature in the plane of rocking, h the
// centre's height. Stiff rubber leaves an error of 1e-4, by its tangential spring in series and its overlap.
TEST(Ellipsoid, RocksAtItsFrequency) {
    const Vec3 axes(.05, .02, .04);
    const Real g = 9.81, h = .02;
    const MassProperties mass = solidEllipsoid(.1, axes);
    SurfaceMaterial stiff = rubber().setYoungsModulus(1e9).setRestitution(1).setStaticFriction(2);
    for (const int axis : {0, 2}) {
        const Real R = axis == 0 ? square(.04) / h : square(.05) / h, inertia = mass.calcInertia().getMoments()[axis];
        const Real expected = std::sqrt(mass.getMass() * g * (R - h) / (inertia + mass.getMass() * h * h));
        Pair pair(HalfSpace(), HalfSpace::floor(), Ellipsoid(axes), mass, stiff);
        Force::UniformGravity gravity(pair.forces, pair.matter, Vec3(0, -g, 0));
        const Real E = stiff.youngsModulus / (2 * (1 - square(.3)));
        const Real sinking = std::pow(.75 * mass.getMass() * g / E / std::sqrt(.1), 2. / 3.);
        Vec3 spin(0);
        spin[axis] = 0.002 * expected; // an amplitude of a tenth of a degree
        State state = pair.at(Vec3(0, h - sinking, 0), spin % Vec3(0, h, 0), spin);
        Merson integrator(pair.system, state, 1e-8);
        // Finds passages through the upright pose: the rotation about the axis changes its sign twice in a period.
        Real last = 0, lastTime = 0, first = NaN, end = NaN;
        int crossings = 0;
        while (crossings < 5) {
            integrator.stepTo(integrator.getTime() + 1e-3);
            const Real now = pair.body.getBodyRotation(integrator.getState()).convertRotationToBodyFixedXYZ()[axis];
            if (last * now < 0) {
                const Real at = lastTime + (integrator.getTime() - lastTime) * last / (last - now);
                if (++crossings == 1) first = at;
                end = at;
            }
            last = now;
            lastTime = integrator.getTime();
            ASSERT_LT(integrator.getTime(), 10);
        }
        EXPECT_NEAR(4 * Pi / (end - first), expected, 1e-4 * expected) << "about axis " << axis;
    }
}

// Ellipsoids of a contact set, for which Simbody only finds overlapping pairs, have the contacts of a list.
TEST(Ellipsoid, OfAContactSetHasTheContactsOfAList) {
    const Vec3 axes(.05, .02, .04);
    World world;
    MobilizedBody::Free body(world.matter.Ground(), Body::Rigid(solidEllipsoid(1, axes)));
    world.contacts.addBody(world.set, body, ContactGeometry::Ellipsoid(axes), Vec3(0));
    HertzMindlinForce force(world.forces, world.contacts, world.set);
    force.setMaterialForAll(rubber());
    State state = world.start();
    const Transform X_GB(Rotation(0.5, UnitVec3(1, 0, 1)), Vec3(0, .024, 0));
    body.setQToFitTransform(state, X_GB);
    world.system.realize(state, Stage::Dynamics);
    Pair pair(HalfSpace(), HalfSpace::floor(), Ellipsoid(axes), solidEllipsoid(1, axes));
    const State same = pair.at(X_GB);
    const ContactRecord &x = force.getContactRecords(state).at(0), &y = pair.force->getContactRecords(same).at(0);
    EXPECT_NEAR(x.overlap, y.overlap, 1e-16);
    EXPECT_LT((x.normalForce - y.normalForce).norm(), 1e-12 * y.normalForce.norm());
}

// A semi-axis that is not positive and finite is an error.
TEST(Ellipsoid, RejectsBadSemiAxes) {
    for (Real bad : {0., -1., double(NaN), double(Infinity)}) {
        expectMessage([&] { Ellipsoid(Vec3(1, bad, 1)); }, {"Ellipsoid", "semi-axis b", "m", "> 0"});
        expectMessage([&] { Ellipsoid(Vec3(1, 1, bad)); }, {"Ellipsoid", "semi-axis c"});
    }
}

// A rattleback is an ellipsoid whose axes of inertia are turned by 0.05 rad from its own. In one direction its spin persists. In the
// other it starts to rock, stops and reverses. Its energy never rises.
TEST(Ellipsoid, RattlebackReversesItsSpin) {
    for (const Real way : {1., -1.}) {
        Scene scene;
        scene.material.youngsModulus = 1e8;
        scene.material.staticFriction = scene.material.kineticFriction = 1;
        scene.addGround(HalfSpace(), HalfSpace::floor());
        const Vec3 axes(.2, .02, .03);
        const Inertia principal(2e-4, 1.7e-3, 1.6e-3);
        const MassProperties mass(1, Vec3(0), principal.reexpress(~Rotation(.05, YAxis)));
        MobilizedBody::Free stone = scene.add(Ellipsoid(axes), mass);
        Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -9.81, 0));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start(stone, Vec3(0, .02 - 2e-6, 0), SpatialVec(Vec3(.01, 5 * way, .01), Vec3(0)));
        Merson integrator(scene.system, state, 1e-5, 1e-2);
        Real last = Infinity, slowest = Infinity, spin = 0;
        for (int i = 0; i <= 40; ++i) {
            advance(integrator, 0.1 * i);
            State now = integrator.getState();
            scene.system.realize(now, Stage::Dynamics);
            const Real energy = scene.system.calcEnergy(now);
            EXPECT_LT(energy, last + 1e-5 * energy); // error of the integrator
            last = energy;
            spin = way * stone.getBodyAngularVelocity(now)[1];
            slowest = std::min(slowest, spin);
        }
        if (way > 0)
            EXPECT_GT(slowest, 4.99);
        else
            EXPECT_LT(spin, -3);
    }
}

} // namespace
} // namespace test_ellipsoid

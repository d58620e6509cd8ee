// SPDX-License-Identifier: Apache-2.0
// Tests bodies that turn, roll with spin and are dragged in circles on layers, and edges on layers, by quadratures of bristles.

#include "BristleReference.h"
#include "LayerScene.h"
#include "Meshes.h"
#include "SoftGround.h"

#include <simbodydem/ContactRecord.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>

namespace test_layer_turning {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y

// Moves the body along X(t) in equal steps, with velocities by differences, and returns the force and the moment on it about its origin.
BristleBed::Wrench wrenchAfter(LayerScene& scene, const std::function<Transform(Real)>& X, Real end, int steps) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Real h = end / steps, small = 1e-5 * h;
    for (int i = 0; i <= steps; ++i) {
        const Real t = h * i;
        const Transform before = X(t - small), after = X(t + small);
        const Vec4 turn = (after.R() * ~before.R()).convertRotationToAngleAxis();
        stepTo(scene, force, state, X(t), h,
               SpatialVec(turn[0] / (2 * small) * turn.getSubVec<3>(1), (after.p() - before.p()) / (2 * small)));
    }
    BristleBed::Wrench sum;
    for (const AreaRecord& area : force.getAreaRecords(state)) {
        const Real sign = area.b == scene.onBody ? 1 : -1;
        const Vec3 F = sign * (area.normalForce + area.tangentialForce);
        sum.force += F;
        sum.moment += sign * area.moment + (area.center - X(end).p()) % F;
    }
    return sum;
}

Real fromSphere(const Vec3& x, Real R, Vec3& normal) {
    normal = x / x.norm();
    return x.norm() - R;
}

Real fromCapsule(const Vec3& x, Real R, Real halfLength, Vec3& normal) { // about z
    return fromSphere(x - Vec3(0, 0, std::min(std::max(x[2], -halfLength), halfLength)), R, normal);
}

struct Turning {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Transform X_BS;
    std::function<Real(const Vec3&, Vec3&)> distance; // in the frame of the body
    Real height, halfWidth;                           // of the body's origin, of the square that it touches
};

std::vector<Turning> turningBodies() {
    const Real R = 0.1, d = 4e-4, a = 1.05 * std::sqrt(2 * R * d);
    return {{"sphere", std::make_shared<Sphere>(R), Transform(),
             [=](const Vec3& x, Vec3& n) { return fromSphere(x, R, n); }, R - d, a},
            {"capsule", std::make_shared<Capsule>(R, 0.02), Transform(),
             [=](const Vec3& x, Vec3& n) { return fromCapsule(x, R, 0.02, n); }, R - d, a + 0.02},
            {"upright capsule", std::make_shared<Capsule>(R, 0.02), Transform(standing),
             [=](const Vec3& x, Vec3& n) {
                 const Real distance = fromCapsule(~standing * x, R, 0.02, n);
                 n = standing * n;
                 return distance;
             },
             R + 0.02 - d, a}};
}

// A body that turns about the normal on a layer has the moment of bristles that are dragged in circles, at any angle, layer on either side.
// A bristle of length l on a circle of radius r lags by l/r; here l is up to .03 and .3 of the contact's radius. On a body the layer is that
// of a curved surface, and its force differs by d/R = .004.
TEST(LayerTurning, MomentAtAnyAngle) {
    for (const Real mu : {0.03, 0.3})
        for (const Turning& body : turningBodies())
            for (const bool isOnBody : {false, true}) {
                if (isOnBody && std::string(body.name) == "capsule") continue; // elements in rows along the contact
                const ElasticLayer layer = pad(9e-3 / 20).setFriction(mu);
                const BristleBed bed{padNormal, padShear, mu, body.distance};
                for (const Real angle : {0.3, 2.}) {
                    std::unique_ptr<LayerScene> scene;
                    if (isOnBody)
                        scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), hard(), *body.shape,
                                                             body.X_BS, layer);
                    else
                        scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, *body.shape,
                                                             body.X_BS, hard());
                    const auto X = [&](Real t) { return Transform(Rotation(t, YAxis), Vec3(0, body.height, 0)); };
                    const Real right = bed.run(X, angle, int(100 * angle), Vec3(0), body.halfWidth, 80).moment[1];
                    const Real found = wrenchAfter(*scene, X, angle, int(20 * angle)).moment[1];
                    EXPECT_NEAR(found / right, 1, isOnBody ? 6e-3 : 1e-3)
                        << body.name << ", friction " << mu << ", angle " << angle << (isOnBody ? ", layer on the body" : "");
                }
            }
}

// A ball that is dragged round in a circle without turning has the force of bristles, whose lag is the length of a bristle over the radius of
// the circle, here .16 at most.
TEST(LayerTurning, DraggedInACircle) {
    const Real R = 0.1, d = 4e-4, mu = 0.5, radius = 4.4e-3;
    const BristleBed bed{padNormal, padShear, mu, [=](const Vec3& x, Vec3& n) { return fromSphere(x, R, n); }};
    const auto X = [=](Real t) { return Transform(Vec3(radius * std::cos(t), R - d, radius * std::sin(t))); };
    for (const bool isOnBall : {false, true}) {
        const ElasticLayer layer = pad(9e-3 / 20).setFriction(mu);
        std::unique_ptr<LayerScene> scene;
        if (isOnBall)
            scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), standing, layer);
        else
            scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, Sphere(R), standing, hard());
        const BristleBed::Wrench right = bed.run(X, 4, 4000, Vec3(0), 9.5e-3 + radius, 60), found = wrenchAfter(*scene, X, 4, 80);
        const Real N = right.force[1];
        EXPECT_NEAR(found.force[1] / N, 1, isOnBall ? 5e-3 : 1e-3); // d/R = .004
        EXPECT_NEAR(found.force[0] / found.force[1], right.force[0] / N, 1e-3 * mu);
        EXPECT_NEAR(found.force[2] / found.force[1], right.force[2] / N, 1e-3 * mu);
    }
}

// A ball that slides as a whole slips on its whole area, also at its rim, where elements touch with a corner alone.
TEST(LayerTurning, SlipsOnItsWholeArea) {
    LayerScene scene(Brick(Vec3(0.1), 1e-3), Vec3(0, -0.1, 0), hard(), Sphere(0.1), standing, pad(9e-3 / 20).setFriction(0.3));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    for (int i = 0; i <= 20; ++i)
        stepTo(scene, force, state, Vec3(1e-3 * i, 0.1 - 4e-4, 0), 1e-3, SpatialVec(Vec3(0), Vec3(1, 0, 0)));
    const AreaRecord& area = force.getAreaRecords(state).at(0);
    EXPECT_EQ(area.slippingArea, area.area);
    scene.system.realize(state, Stage::Dynamics);
    const auto elements = force.getElementRecords(state, scene.onBody);
    EXPECT_TRUE(std::any_of(elements.begin(), elements.end(), [](const ElementRecord& e) { return !e.sliding; }));
}

// A ball that rolls with lateral slip or spin has the force and the moment of bristles, on each flat part of a shape, whether its elements are
// cut at the rim or not, layer on either side.
TEST(LayerTurning, RollsWithSlipAndSpinOnEachFlatShape) {
    const Real R = 0.1, d = 5e-4, mu = 0.4, a = std::sqrt(2 * R * d), V = 1, half = 0.2;
    const Real unit = mu * padNormal * d / (padShear * 2 * a); // slip at which half of the contact slides
    struct Flat {
        const char* name;
        std::shared_ptr<const Shape> shape;
        Transform X;
    };
    const std::vector<Flat> flats = {
        {"half space", std::make_shared<HalfSpace>(), HalfSpace::floor()},
        {"brick", std::make_shared<Brick>(Vec3(half, 0.05, half), 1e-3), Vec3(0, -0.05, 0)},
        {"hull", std::make_shared<ConvexHull>(cornersOfBox(Vec3(half, 0.05, half)), 1e-3), Vec3(0, -0.05, 0)},
        {"end of a cylinder", std::make_shared<Cylinder>(half, 0.05, 1e-3), Transform(standing, Vec3(0, -0.05, 0))},
        {"faceted terrain",
         std::make_shared<Terrain>(Terrain::fromFunction([](Real, Real) { return 0.; }, Vec2(-half, -half), Vec2(half, half), 11,
                                                         11, Terrain::Surface::Faceted)),
         standing}};
    for (const bool hasSpin : {false, true}) {
        const Real lateral = hasSpin ? 0 : 0.5 * unit, turning = hasSpin ? 2 * unit / a : 0;
        // Rolls about z along x; the turn about y is small.
        const auto X = [=](Real t) {
            const Vec3 turn(0, turning * V * t, -V * t / (R - d / 3));
            const Real angle = turn.norm();
            return Transform(angle > 0 ? Rotation(angle, UnitVec3(turn)) : Rotation(), Vec3(V * t, R - d, lateral * V * t));
        };
        const Real end = 3.5 * a / V;
        const BristleBed bed{padNormal, padShear, mu, [=](const Vec3& x, Vec3& n) { return fromSphere(x, R, n); }};
        const BristleBed::Wrench right = bed.run(X, end, 2500, X(end).p() - Vec3(0, R - d, 0), 1.05 * a, 70);
        for (const bool isOnBall : {true, false})
            for (const Flat& flat : flats) {
                if (flat.shape != flats[0].shape && flat.shape != flats[1].shape && (!isOnBall || hasSpin)) continue;
                const ElasticLayer layer = pad(a / 20).setFriction(mu);
                std::unique_ptr<LayerScene> scene;
                if (isOnBall)
                    scene = std::make_unique<LayerScene>(*flat.shape, flat.X, hard(), Sphere(R), standing, layer);
                else
                    scene = std::make_unique<LayerScene>(*flat.shape, flat.X, layer, Sphere(R), standing, hard());
                const BristleBed::Wrench found = wrenchAfter(*scene, X, end, 100);
                const Real N = found.force[1];
                const std::string what = std::string(flat.name) + (isOnBall ? ", layer on the ball" : "") + (hasSpin ? ", spin" : ", slip");
                EXPECT_NEAR(found.force[2] / N, right.force[2] / right.force[1], 3e-3 * mu) << what;
                EXPECT_NEAR(found.moment[1] / (N * a), right.moment[1] / (right.force[1] * a), 3e-3 * mu) << what;
            }
    }
}

// A rigid shape with edges presses on a layer with K/h times its depth, up to half of the thickness, layer on either side or on both.
TEST(LayerEdges, ForceIsThatOfTheDepth) {
    const Real h = 0.05, half = 0.02, rounding = 1e-5, radius = half;
    const ElasticLayer layer = ElasticLayer(h, 5e6, 0.3).setElementSize(1e-3);
    const Real stiffness = layer.getNormalStiffness();
    struct Punch {
        const char* name;
        std::shared_ptr<const Shape> shape;
        Transform X;
        Real area;
    };
    const std::vector<Punch> punches = {
        {"brick", std::make_shared<Brick>(Vec3(half), rounding), Transform(), square(2 * half)},
        {"hull", std::make_shared<ConvexHull>(cornersOfBox(Vec3(half)), rounding), Transform(), square(2 * half)},
        {"mesh", std::make_shared<Mesh>(meshOfBox(Vec3(half), 0)), Transform(), square(2 * half)},
        {"standing cylinder", std::make_shared<Cylinder>(radius, half, rounding), Transform(standing), Pi * square(radius)}};
    for (const Punch& punch : punches)
        for (const int layers : {1, 2, 3}) { // on the floor, on the punch, on both
            std::unique_ptr<LayerScene> scene;
            if (layers == 1)
                scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, *punch.shape, punch.X, hard());
            if (layers == 2)
                scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), hard(), *punch.shape, punch.X, layer);
            if (layers == 3)
                scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, *punch.shape, punch.X, layer);
            HertzMindlinForce force(scene->forces, scene->surfaces);
            State state = scene->start();
            for (const Real d : {5e-4, 2e-3, 5e-3, 0.01, 0.0249}) {
                // Turned, so that no row of cells lies along an edge.
                scene->body.setQToFitTransform(state, Transform(Rotation(0.3, YAxis), Vec3(3e-4, half - d, 1e-4)));
                scene->system.realize(state, Stage::Dynamics);
                const Real right = punch.area * d * stiffness / (layers == 3 ? 2 : 1);
                Real N = 0;
                for (const AreaRecord& area : force.getAreaRecords(state)) N += std::abs(area.normalForce[1]);
                EXPECT_NEAR(N / right, 1, 5e-3) << punch.name << ", layers " << layers << ", depth " << d;
            }
        }
}

// A punch that slides over a layer has the same force wherever it is: the cells at its rim are cut.
TEST(LayerEdges, ForceDoesNotRippleAsItSlides) {
    const Real half = 0.02, size = 1e-3, d = 1e-3;
    const ElasticLayer layer = ElasticLayer(0.01, 5e6, 0.3).setElementSize(size);
    for (const std::shared_ptr<const Shape>& shape :
         std::vector<std::shared_ptr<const Shape>>{std::make_shared<Brick>(Vec3(half), 1e-4), std::make_shared<Mesh>(meshOfBox(Vec3(half), 0)),
                                                   std::make_shared<ConvexHull>(cornersOfBox(Vec3(half)), 1e-4)}) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), layer, *shape, Transform(), hard());
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        Real least = Infinity, most = 0;
        for (int i = 0; i <= 40; ++i) {
            scene.body.setQToFitTranslation(state, Vec3(0.1 * size * i + 3e-4, half - d, 0.037 * size * i + 1e-4));
            scene.system.realize(state, Stage::Dynamics);
            const Real N = std::abs(force.getAreaRecords(state)[0].normalForce[1]);
            least = std::min(least, N);
            most = std::max(most, N);
        }
        EXPECT_LT(most / least - 1, 5e-3);
    }
}

// Without friction the force is the negative gradient of the stored energy in all directions: of smooth shapes and of a tilted brick, hull, mesh and
// cylinder, on a layer and with one. A layer is the same everywhere, so there is no side force, though the faces are inclined by up to 0.13 rad and two
// of the four walls lean over the layer. Differences over 20 um of the energy, with rims that are found to 1e-5 of an element, are good to some
// per cent.
TEST(LayerEdges, ForceIsTheGradientOfTheEnergy) {
    const Real half = 0.02;
    const ElasticLayer layer = ElasticLayer(0.02, 5e6, 0.3).setFriction(0).setElementSize(1e-3);
    struct Pressed {
        const char* name;
        std::shared_ptr<const Shape> shape;
        Transform X;
        Rotation turned;
        Real height;
    };
    const Rotation tilted = Rotation(0.3, YAxis) * Rotation(0.1, XAxis) * Rotation(0.08, ZAxis);
    const std::vector<Pressed> all = {
        {"brick", std::make_shared<Brick>(Vec3(half), 1e-4), Transform(), tilted, half},
        {"hull", std::make_shared<ConvexHull>(cornersOfBox(Vec3(half)), 1e-4), Transform(), tilted, half},
        {"mesh", std::make_shared<Mesh>(meshOfBox(Vec3(half), 0)), Transform(), tilted, half},
        {"cylinder", std::make_shared<Cylinder>(half, half, 1e-4), Transform(standing), tilted, half},
        {"sphere", std::make_shared<Sphere>(0.05), Transform(), tilted, 0.049},
        {"ellipsoid", std::make_shared<Ellipsoid>(Vec3(0.06, 0.05, 0.07)), Transform(), tilted, 0.049}};
    for (const Pressed& body : all)
        for (const bool isOnBody : {false, true}) {
            std::unique_ptr<LayerScene> scene;
            if (isOnBody)
                scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), hard(), *body.shape, body.X, layer);
            else
                scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), layer, *body.shape, body.X, hard());
            HertzMindlinForce force(scene->forces, scene->surfaces);
            State state = scene->start();
            const auto areaAt = [&](const Vec3& shift) {
                scene->body.setQToFitTransform(state, Transform(body.turned, Vec3(3e-4, body.height, 1e-4) + shift));
                scene->system.realize(state, Stage::Dynamics);
                return force.getAreaRecords(state)[0];
            };
            const AreaRecord area = areaAt(Vec3(0));
            const Vec3 F = area.normalForce + area.tangentialForce;
            const Real step = 1e-5;
            for (int k = 0; k < 3; ++k) {
                if (k != 1) {
                    EXPECT_NEAR(F[k] / F.norm(), 0, 5e-3) << body.name << (isOnBody ? ", layer on the body" : "") << ", axis " << k;
                    continue;
                }
                Vec3 shift(0);
                shift[k] = step;
                const Real slope = (areaAt(shift).storedEnergy - areaAt(-shift).storedEnergy) / (2 * step);
                EXPECT_NEAR(-slope / F.norm(), F[k] / F.norm(), 0.03) << body.name << (isOnBody ? ", layer on the body" : "") << ", axis " << k;
            }
        }
}

// A thin disc that has nearly sunk into a layer keeps the force of its lower face. Its upper rounding comes close to the surface of the layer, and
// nothing presses on that.
TEST(LayerEdges, NearlySunkDiscIsNotSuckedIn) {
    const Real thickness = 0.05, half = 4e-3, rounding = 1e-3;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), ElasticLayer(thickness, 1e6, 0.3).setFriction(0).setElementSize(1e-3),
                     Cylinder(0.03, half, rounding), Transform(standing), hard());
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const auto forceAt = [&](Real depth) {
        scene.body.setQToFitTranslation(state, Vec3(0, half - depth, 0));
        scene.system.realize(state, Stage::Dynamics);
        return force.getAreaRecords(state).at(0).normalForce[1];
    };
    const Real before = forceAt(6.5e-3) / 6.5e-3;
    for (const Real depth : {7e-3, 7.5e-3, 7.9e-3, 7.99e-3, 7.999e-3}) EXPECT_NEAR(forceAt(depth) / depth, before, 0.15 * before) << depth;
}

// A System does not take what another one with a softer layer remembers of its areas at rest, when it is given its State.
TEST(LayerRuns, AreasAtRestBelongToOneSystem) {
    State resting;
    Real N = 0;
    for (const Real modulus : {1e6, 2e6, 4e6}) {
        const auto scene = std::make_unique<LayerScene>(HalfSpace(), HalfSpace::floor(), ElasticLayer(5e-3, modulus, 0.3).setElementSize(1e-3),
                                                        Sphere(0.05), Transform(), hard());
        HertzMindlinForce force(scene->forces, scene->surfaces);
        State state = scene->start();
        if (N > 0)
            state = resting;
        else
            scene->body.setQToFitTranslation(state, Vec3(0, 0.0499, 0));
        const auto forceNow = [&] {
            scene->system.realize(state, Stage::Dynamics);
            return force.getAreaRecords(state).at(0).normalForce[1];
        };
        const Real now = forceNow();
        if (N > 0) {
            EXPECT_NEAR(now, N * modulus / 1e6, 1e-9 * now) << modulus;
            continue;
        }
        for (int i = 1; i <= 3; ++i) { // it does not move
            state.setTime(1e-3 * i);
            scene->system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
        }
        N = forceNow();
        resting = state;
    }
}

// A ball that is thrown onto a layer with spin about all axes converges over five decades.
TEST(LayerTurning, ThrownBallConverges) {
    expectThrownBallConverges(ElasticLayer(0.02, 5e6, 0.3).setFriction(0.5).setRestitution(0.5).setElementSize(2e-3), 2);
}

// A sphere that may not touch a layered half space does not decide how wide its cells are.
TEST(LayerEdges, CellWidthDoesNotDependOnExcludedSurfaces) {
    const auto elementsWith = [](bool hasSpeck) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), ElasticLayer(5e-3, 5e6, 0.3), Sphere(0.1), Transform(), hard());
        if (hasSpeck) scene.surfaces.add(scene.body, Sphere(2e-3), Vec3(0, 1, 0), hard(), "speck");
        HertzMindlinForce force(scene.forces, scene.surfaces);
        if (hasSpeck) force.excludePair(scene.ground, scene.surfaces.find("speck"));
        State state = scene.at(scene.body, Vec3(0, 0.0995, 0));
        return force.getAreaRecords(state)[0].numElements;
    };
    EXPECT_EQ(elementsWith(true), elementsWith(false));
}

// The damping of a tyre does not depend on how fast it once rolled: its rolling moment at a low speed is the same after a fast roll.
TEST(LayerTurning, DampingDoesNotDependOnAnEarlierFastRoll) {
    const Real R = 0.1, d = 4e-4, slow = 0.05, fast = 10;
    const auto momentAfter = [&](bool rollsFast) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Cylinder(R, 0.02, 1e-3), Transform(), pad(1e-3).setFriction(0).setRestitution(0.5));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        Real angle = 0;
        const auto roll = [&](Real speed, int steps) {
            const Real h = 0.01 / (speed / R);
            for (int i = 0; i < steps; ++i) {
                angle += 0.01;
                stepTo(scene, force, state, Transform(Rotation(-angle, ZAxis), Vec3(R * angle, R - d, 0)), h,
                       SpatialVec(Vec3(0, 0, -speed / R), Vec3(speed, 0, 0)));
            }
        };
        roll(slow, 40);
        if (rollsFast) roll(fast, 40);
        roll(slow, 40);
        const AreaRecord& area = force.getAreaRecords(state)[0];
        return (area.moment + (area.center - Vec3(R * angle, R - d, 0)) % (area.normalForce + area.tangentialForce))[2] / (area.normalForce.norm() * R);
    };
    const Real fresh = momentAfter(false);
    EXPECT_GT(std::abs(fresh), 0.01);
    EXPECT_NEAR(momentAfter(true) / fresh, 1, 0.05); // the elements that touch are others
}

} // namespace
} // namespace test_layer_turning

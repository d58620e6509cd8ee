// SPDX-License-Identifier: Apache-2.0
// Tests that bad layers are clear errors, and that doubtful contacts give one warning with their names.

#include "Heard.h"
#include "LayerScene.h"
#include "Meshes.h"
#include "Messages.h"

#include <simbodydem/ElasticLayer.h>
#include <simbodydem/shapes/Mesh.h>

#include <sstream>
#include <stdexcept>

namespace test_layer_errors {
namespace {

using namespace SimTK;
using namespace simbodydem;

const Rotation standing(-Pi / 2, XAxis); // turns z into y

template <class Action> void expectInvalid(const Action& action, const std::vector<std::string>& parts) {
    expectMessage<std::invalid_argument>(action, parts);
}

// Expects that realizeTopology() throws for these two surfaces.
template <class OfGround, class OfBody>
void expectBadScene(const Shape& ground, const Transform& X, const OfGround& ofGround, const Shape& body,
                    const OfBody& ofBody, const std::vector<std::string>& parts) {
    LayerScene scene(ground, X, ofGround, body, Vec3(0), ofBody);
    HertzMindlinForce force(scene.forces, scene.surfaces);
    expectInvalid([&] { scene.start(); }, parts);
}

// Returns a flat open sheet whose front looks up, of n by n squares.
Mesh sheet(int n, Real half) {
    return meshOfHeights(n, half, [](Real, Real) { return Real(0); });
}

// Presses the body into the ground in two steps and returns what was printed. The contact would throw the body, which no force holds, so
// that warning is left out.
std::string printedAt(LayerScene& scene, const Transform& X_GB) {
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    const Heard heard;
    for (int i = 0; i < 6; ++i) stepTo(scene, force, state, X_GB, 1e-3, SpatialVec(Vec3(0), Vec3(0)));
    std::istringstream lines(heard.text.str());
    std::string printed;
    for (std::string line; std::getline(lines, line);)
        if (line.find("contacts throw a body at the start") == std::string::npos) printed += line + "\n";
    EXPECT_LE(std::count(printed.begin(), printed.end(), '\n'), 1) << printed;
    return printed;
}

// A layer with a value out of its range is an error that names the value.
TEST(LayerErrors, ValuesOutOfRange) {
    for (const Real h : {0., -1., NaN, Infinity}) expectInvalid([&] { ElasticLayer(h, 1e6, 0.3); }, {"thickness"});
    for (const Real E : {0., -1e6, NaN, Infinity}) expectInvalid([&] { ElasticLayer(1e-3, E, 0.3); }, {"Young"});
    for (const Real nu : {0.5, 0.6, -1., -1.2, NaN, Infinity})
        expectInvalid([&] { ElasticLayer(1e-3, 1e6, nu); }, {"Poisson", "0.5"});
    EXPECT_NO_THROW(ElasticLayer(1e-3, 1e6, 0.499));
    EXPECT_NO_THROW(ElasticLayer(1e-3, 1e6, -0.99));
    ElasticLayer layer(1e-3, 1e6, 0.3);
    for (const Real mu : {-0.1, NaN, Infinity}) expectInvalid([&] { layer.setFriction(mu); }, {"friction"});
    for (const Real mu_k : {0.51, -0.1, NaN, Infinity})
        expectInvalid([&] { layer.setFriction(0.5, mu_k); }, {"kinetic friction", "0.5"});
    for (const Real e : {0., 0.01, 1.2, -0.5, NaN}) expectInvalid([&] { layer.setRestitution(e); }, {"restitution"});
    for (const Real c : {-1., NaN, Infinity}) expectInvalid([&] { layer.setDissipation(c); }, {"dissipation"});
    for (const Real T : {-1., NaN, Infinity}) expectInvalid([&] { layer.setShearDamping(T); }, {"shear damping"});
    for (const Real v : {0., -1., NaN, Infinity})
        expectInvalid([&] { layer.setTransitionVelocity(v); }, {"transition velocity"});
    for (const Real size : {0., -1., NaN, Infinity})
        expectInvalid([&] { layer.setElementSize(size); }, {"element size"});
    for (const Real k : {0., -1., NaN, Infinity})
        expectInvalid([&] { ElasticLayer::fromStiffness(k, 1e8); }, {"normal stiffness"});
    for (const Real k : {-1., NaN, Infinity})
        expectInvalid([&] { ElasticLayer::fromStiffness(1e9, k); }, {"shear stiffness"});
}

// A setter that has thrown has changed nothing.
TEST(LayerErrors, FailedSettersChangeNothing) {
    ElasticLayer layer = ElasticLayer(1e-3, 1e6, 0.3).setFriction(0.5, 0.4).setRestitution(0.3).setElementSize(1e-3);
    const std::vector<std::string> before = layer.describe();
    EXPECT_ANY_THROW(layer.setFriction(0.6, 0.7));
    EXPECT_ANY_THROW(layer.setRestitution(2));
    EXPECT_ANY_THROW(layer.setElementSize(NaN));
    EXPECT_EQ(layer.describe(), before);
    EXPECT_EQ(Real(layer.getMaterial().staticFriction), 0.5);
    EXPECT_EQ(Real(layer.getMaterial().kineticFriction), 0.4);
    EXPECT_EQ(Real(layer.getMaterial().restitution), 0.3);
}

// An element that is larger than its shape is an error with the name of the surface and the bound.
TEST(LayerErrors, ElementsLargerThanTheirShape) {
    expectBadScene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(0.05), pad(0.1), {"body", "element size", "0.1"});
    expectBadScene(HalfSpace(), HalfSpace::floor(), pad(0.1), Sphere(0.05), hard(), {"ground", "element size", "0.1"});
    LayerScene fits(HalfSpace(), HalfSpace::floor(), hard(), Sphere(0.05), Vec3(0), pad(0.099));
    HertzMindlinForce force(fits.forces, fits.surfaces);
    EXPECT_NO_THROW(fits.start());
}

// Two layers on one body have nothing to touch, which is an error like that of two points on one body.
TEST(LayerErrors, BothSurfacesOnOneBody) {
    Scene scene;
    MobilizedBody::Free body(scene.matter.updGround(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(1e-3))));
    scene.surfaces.add(body, Sphere(0.1), Vec3(0), pad(0.01), "one");
    scene.surfaces.add(body, Sphere(0.1), Vec3(0.1, 0, 0), pad(0.01), "two");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    expectInvalid([&] { scene.start(); }, {"no two surfaces", "touch"});
}

// A list with layers only is complete: no law of points needs a material.
TEST(LayerErrors, OnlyLayersNeedNoMaterial) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), pad(0.01), Sphere(0.1), Vec3(0), pad(0.01));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(scene.body, Vec3(0, 0.0995, 0));
    EXPECT_EQ(force.getAreaRecords(state).size(), 1u);
    EXPECT_EQ(force.getContactRecords(state).size(), 1u);
}

// A pair that is excluded has no area and no force, beside one that has them.
TEST(LayerErrors, ExcludedPairHasNoForce) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(0.1), Vec3(0), pad(0.01));
    const SurfaceIndex second = scene.surfaces.add(scene.body, Sphere(0.1), Vec3(0.5, 0, 0), pad(0.01), "second");
    HertzMindlinForce force(scene.forces, scene.surfaces);
    force.excludePair(scene.ground, scene.onBody);
    State state = scene.at(scene.body, Vec3(0, 0.0995, 0));
    ASSERT_EQ(force.getAreaRecords(state).size(), 1u);
    EXPECT_EQ(force.getAreaRecords(state)[0].b, second);
    EXPECT_TRUE(force.getElementRecords(state, scene.onBody).empty());
    EXPECT_FALSE(force.getElementRecords(state, second).empty());
}

// Element records of a surface without a layer, or of none at all, are an error; those of a layer that does not touch are empty.
TEST(LayerErrors, ElementRecordsOfOtherSurfaces) {
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(0.1), Vec3(0), pad(0.01));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.at(scene.body, Vec3(0, 0.2, 0));
    EXPECT_TRUE(force.getElementRecords(state, scene.onBody).empty());
    expectInvalid([&] { (void)force.getElementRecords(state, scene.ground); }, {"ground", "ElasticLayer"});
    for (const int index : {2, 1000, int(InvalidIndex)})
        expectInvalid([&] { (void)force.getElementRecords(state, SurfaceIndex(index)); }, {"getElementRecords"});
    state.setTime(1); // realized to no stage of the new time
    EXPECT_ANY_THROW((void)force.getElementRecords(state, scene.onBody));
    EXPECT_ANY_THROW((void)force.getAreaRecords(state));
}

// A force that is switched off has no areas and no elements; switched on again it begins without shear.
TEST(LayerErrors, DisabledForceHasNoAreas) {
    const Real R = 0.1, d = 5e-4;
    LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0), pad(2e-3));
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start();
    for (int i = 0; i < 3; ++i)
        stepTo(scene, force, state, Vec3(1e-4 * i, R - d, 0), 1e-3, SpatialVec(Vec3(0), Vec3(0.1, 0, 0)));
    EXPECT_GT(force.getAreaRecords(state).at(0).tangentialForce.norm(), 1);
    force.disable(state);
    scene.system.realize(state, Stage::Dynamics);
    EXPECT_TRUE(force.getAreaRecords(state).empty());
    EXPECT_TRUE(force.getContactRecords(state).empty());
    EXPECT_TRUE(force.getElementRecords(state, scene.onBody).empty());
    EXPECT_EQ(scene.system.getRigidBodyForces(state, Stage::Dynamics)[scene.body.getMobilizedBodyIndex()][1].norm(), 0);
    expectInvalid([&] { (void)force.getElementRecords(state, scene.ground); }, {"ground", "ElasticLayer"});
    force.enable(state);
    scene.system.realize(state, Stage::Dynamics);
    EXPECT_LT(force.getAreaRecords(state).at(0).tangentialForce.norm(), 1e-9);
}

// An open mesh with a layer that is touched from behind has no force and gives one warning that names both; from the front, neither.
TEST(LayerErrors, OpenLayerTouchedFromBehind) {
    for (const bool isBehind : {false, true}) {
        // The body's sheet looks down if it is turned over; the floor touches its front then.
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), sheet(10, 0.05), Vec3(0),
                         ElasticLayer(5e-3, 5e6, 0.3).setFriction(0.5));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        State state = scene.start();
        const Rotation R(isBehind ? 0 : Pi, XAxis);
        const Heard heard;
        for (int i = 0; i < 4; ++i)
            stepTo(scene, force, state, Transform(R, Vec3(0, -5e-4, 0)), 1e-3, SpatialVec(Vec3(0), Vec3(0)));
        if (isBehind) {
            EXPECT_TRUE(force.getAreaRecords(state).empty());
            EXPECT_EQ(heard.warnings(), 1) << heard.text.str();
            for (const char* part : {"open", "behind", "ground", "body"})
                EXPECT_NE(heard.text.str().find(part), std::string::npos) << part << ": " << heard.text.str();
        } else {
            ASSERT_EQ(force.getAreaRecords(state).size(), 1u);
            EXPECT_NEAR(force.getAreaRecords(state)[0].normalForce[1] / (0.01 * 5e-4 * padNormal), 1, 1e-9);
            EXPECT_EQ(heard.text.str().find("open"), std::string::npos) << heard.text.str();
        }
    }
}

// A depth beyond half of the thickness is reported once, by the names of both; one within it is not.
TEST(LayerErrors, TooDeepForTheLayer) {
    const Real R = 0.1, h = 5e-3;
    for (const bool isTooDeep : {false, true}) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0), pad(2e-3));
        const std::string text = printedAt(scene, Vec3(0, R - (isTooDeep ? 0.52 : 0.49) * h, 0));
        if (!isTooDeep) {
            EXPECT_EQ(text, "");
            continue;
        }
        for (const char* part : {"too deep", "ground", "body", "0.00259", "0.0025"})
            EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
    }
    LayerScene unknown(HalfSpace(), HalfSpace::floor(), hard(), Sphere(R), Vec3(0),
                       ElasticLayer::fromStiffness(1e9, 1e9).setElementSize(2e-3)); // has no bound
    EXPECT_EQ(printedAt(unknown, Vec3(0, R - 0.01, 0)), "");
}

// A restitution that a layer cannot return, which a setting of the force brings, is an error with the pair's names.
TEST(LayerErrors, RestitutionOfTheForceOutOfRange) {
    for (const Real e : {0., 0.04}) {
        LayerScene scene(HalfSpace(), HalfSpace::floor(), hard(), Sphere(0.1), Vec3(0), pad(0.01).setRestitution(0.5));
        HertzMindlinForce force(scene.forces, scene.surfaces);
        force.setPairMaterial(scene.ground, scene.onBody, SurfaceMaterial().setRestitution(e));
        expectInvalid([&] { scene.start(); }, {"restitution", "ground", "body", "0.05"});
    }
}

// A ball with a layer that comes through an open mesh from behind has no force until it is out, and then bounces on its front.
TEST(LayerErrors, BallFromBehindPassesAnOpenMesh) {
    const Real R = 0.02, speed = 0.2;
    LayerScene scene(sheet(3, 0.05), Vec3(0), hard(), Sphere(R), standing,
                     ElasticLayer(5e-3, 5e5, 0.3).setFriction(0).setRestitution(0.9).setElementSize(2e-3));
    Force::UniformGravity(scene.forces, scene.matter, Vec3(0, -0.5, 0)); // it rises by 40 mm and falls back
    HertzMindlinForce force(scene.forces, scene.surfaces);
    State state = scene.start(scene.body, Vec3(0.003, -0.015, 0.001), Vec3(0, speed, 0));
    const Heard heard;
    Merson integrator(scene.system, state, 1e-4, 2e-3);
    Real highest = -1;
    for (int i = 1; i <= 110; ++i) {
        advance(integrator, 0.01 * i);
        const State& now = integrator.getState();
        scene.system.realize(now, Stage::Dynamics);
        highest = std::max(highest, scene.body.getBodyOriginLocation(now)[1]);
        if (scene.body.getBodyOriginVelocity(now)[1] > 0 && now.getTime() < 0.4) {
            EXPECT_TRUE(force.getAreaRecords(now).empty()) << now.getTime();
        }
    }
    EXPECT_NEAR(highest, -0.015 + speed * speed / (2 * 0.5), 1e-4);                  // as if there were no mesh
    EXPECT_GT(scene.body.getBodyOriginLocation(integrator.getState())[1], R - 1e-3); // it has bounced
}

} // namespace
} // namespace test_layer_errors

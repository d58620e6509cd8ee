// Tests several spheres in a row against closed forms of DEM's classical verification cases.

#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>

namespace test_many_bodies {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Equal spheres on sliders along x, far above the floor, so that they can only meet head-on.
struct RowOfSpheres : FloorScene {
    std::vector<MobilizedBody::Slider> spheres;
    const Real radius = 0.01, mass = 4. / 3. * Pi * radius * radius * radius * 2500;

    void add(int count) {
        for (int i = 0; i < count; ++i) {
            spheres.emplace_back(matter.updGround(), Transform(Vec3(0, 5, 0)), Body::Rigid(ballOf(mass, radius)),
                                 Transform());
            Scene::add(spheres.back(), Sphere(radius));
        }
    }
};

// In Newton's cradle with gaps the impacts are successive, so the last of N balls leaves with ((1 + e)/2)^(N-1) v.
TEST(ManyBodies, NewtonsCradleWithGaps) {
    const int count = 5;
    RowOfSpheres row;
    row.add(count);
    DEMContactForce force(row.forces, row.surfaces, HertzNormal().setTension(Tension::Allowed), NoFriction());
    SurfaceMaterial steel = rubber().setYoungsModulus(1e9).setRestitution(0.8);
    force.setMaterialForAll(steel);
    State state = row.start();
    for (int i = 0; i < count; ++i) row.spheres[i].setLength(state, i * 0.03);
    row.spheres[0].setRate(state, 1);
    Merson integrator(row.system, state, 1e-8, 1e-4); // no step passes a ball
    advance(integrator, 0.2);
    EXPECT_NEAR(row.spheres.back().getRate(integrator.getState()), std::pow(0.9, count - 1), 1e-5); // a thousand times
} // the accuracy

// In a stack at rest each contact carries the weight above it: overlap_i = (weight above/K)^(2/3).
TEST(ManyBodies, StaticHertzStack) {
    const int count = 4;
    const Real radius = 0.01;
    FloorScene world;
    world.addGravity();
    std::vector<MobilizedBody::Slider> spheres;
    const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
    for (int i = 0; i < count; ++i) {
        spheres.emplace_back(world.matter.updGround(), Transform(Rotation(Pi / 2, ZAxis)),
                             Body::Rigid(ballOf(mass, radius)), Transform(Rotation(Pi / 2, ZAxis)));
        world.add(spheres.back(), Sphere(radius));
    }
    HertzMindlinForce force(world.forces, world.surfaces);
    SurfaceMaterial soft = rubber().setRestitution(0.2);
    force.setMaterialForAll(soft);
    State state = world.start();
    for (int i = 0; i < count; ++i) spheres[i].setLength(state, radius * (2 * i + 1));
    CPodesIntegrator integrator(world.system);
    integrator.setAccuracy(1e-8);
    integrator.setInternalStepLimit(1000000);
    integrator.initialize(state);
    advance(integrator, 10);
    world.system.realize(integrator.getState(), Stage::Dynamics);
    const Real modulus = mixMaterials(soft, soft).effectiveYoungsModulus;
    int compared = 0;
    for (const ContactRecord& r : force.getContactRecords(integrator.getState())) {
        const Real K = 4. / 3. * modulus * std::sqrt(r.a == 0 ? radius : radius / 2);
        const Real above = (count - r.b + 1) * mass * 9.81;
        EXPECT_NEAR(r.overlap / std::pow(above / K, 2. / 3.), 1, 1e-4) << r.a << " " << r.b; // remainder of the bounce
        ++compared;
    }
    EXPECT_EQ(compared, count);
}

// MFiX-DEM's verification case DEM03: two undamped linear spheres between two walls have the positions of the matrix exponential of
// the three springs after 1 ms.
TEST(ManyBodies, TwoCompressedSpheresBetweenWalls) {
    FloorScene world;
    world.addGravity(9.80665); // as in MFiX
    const Real radius = 5e-4, gap = 3.6 * radius, k = 1e3, density[2] = {2e4, 1e4};
    MobilizedBody::Slider spheres[2];
    for (int i = 0; i < 2; ++i) {
        const Real mass = 4. / 3. * Pi * radius * radius * radius * density[i];
        spheres[i] = MobilizedBody::Slider(world.matter.updGround(), Transform(Rotation(Pi / 2, ZAxis)),
                                           Body::Rigid(ballOf(mass, radius)), Transform(Rotation(Pi / 2, ZAxis)));
        world.add(spheres[i], Sphere(radius));
    }
    world.add(world.matter.updGround(), HalfSpace(), HalfSpace::facing(Vec3(0, -1, 0), Vec3(0, gap, 0))); // the ceiling
    DEMContactForce force(world.forces, world.surfaces, LinearNormal().setStiffness(k).setDampingRatio(0),
                          NoFriction());
    State state = world.start();
    for (int i = 0; i < 2; ++i) spheres[i].setLength(state, (0.25 + 0.5 * i) * gap);
    // positions to 1e-11 m are below the resolution of the error control
    const State end = world.run(state, 1e-3, 1e-10, 2e-6);
    EXPECT_NEAR(spheres[0].getLength(end), 4.2712799e-4, 1e-11); // the digits given
    EXPECT_NEAR(spheres[1].getLength(end), 1.38355316e-3, 1e-11);
}

} // namespace
} // namespace test_many_bodies

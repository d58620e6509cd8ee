// Tests the tangents of contacts that have a closed form: of a sphere and of a rounded corner on a half space.

#include "ByDifferences.h"

#include <simbodydem/ContactLinearization.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <gtest/gtest.h>

#include <memory>
#include <random>

namespace test_tangents {

using namespace SimTK;
using namespace simbodydem;

namespace {

// A ball or a brick that slides, spins and rolls on a half space that moves, turns and spins too. All numbers are random.
class Pair {
public:
    Pair(int seed, bool isBrick, bool isPlaneFirst, bool slides)
        : random(unsigned(seed)), rounding(isBrick ? 0.01 : 0.02 + 0.08 * uniform()), slides(slides) {
        if (isBrick)
            for (int i = 0; i < 8; ++i) centres.push_back(Vec3(i & 1 ? 0.05 : -0.05, i & 2 ? 0.04 : -0.04, i & 4 ? 0.03 : -0.03));
        else
            centres.push_back(Vec3(0));
        const auto material = SurfaceMaterial()
                                  .setYoungsModulus(1e6 * (1 + uniform()))
                                  .setPoissonsRatio(0.3)
                                  .setRestitution(0.3 + 0.5 * uniform())
                                  .setFriction(slides ? 0.05 : 100)
                                  .setRollingFriction(slides ? 0.001 : 1);
        const auto addPlane = [&] { surfaces.add(plate, HalfSpace(), X_PlateSurface, material, "plane"); };
        if (isPlaneFirst) addPlane();
        if (isBrick)
            surfaces.add(body, Brick(Vec3(0.06, 0.05, 0.04), rounding), Transform(), material, "brick");
        else
            surfaces.add(body, Sphere(rounding), Transform(), material, "ball");
        if (!isPlaneFirst) addPlane();
        force = std::make_unique<HertzMindlinForce>(forces, surfaces,
                                                    HertzNormal().setTension(Tension::Allowed),
                                                    MindlinSecant().setKelvinVoigt(false), EPSDRolling());
        state = system.realizeTopology();
    }

    // Commits a contact and moves both bodies on for a step, in which they turn by some hundredths of a radian.
    void takeStep() {
        plate.setQToFitTransform(state, Transform(rotation(), vector()));
        body.setQToFitTransform(state, Transform(rotation()));
        push(5e-4 * (1 + uniform()));
        plate.setUToFitVelocity(state, SpatialVec(4 * vector(), 0.1 * vector()));
        body.setUToFitVelocity(state, SpatialVec(4 * vector(), (slides ? 0.5 : 0.1) * vector()));
        system.realize(state, Stage::Acceleration);
        force->commitHistory(state);
        const Vector u = state.getU();
        state.updU() = u + 0.02 * u.norm() / std::sqrt(Real(u.size())) * noise(u.size());
        const Real step = 0.01;
        Vector dq;
        matter.multiplyByN(state, false, step / 2 * (u + state.getU()), dq);
        state.updQ() += dq;
        matter.normalizeQuaternions(state);
        state.updTime() += step;
        push(5e-4 * (1 + uniform()));
        system.realize(state, Stage::Velocity);
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    std::unique_ptr<HertzMindlinForce> force;
    State state;

private:
    Real uniform() { return std::uniform_real_distribution<Real>(0, 1)(random); }
    Vec3 vector() { return Vec3(2 * uniform() - 1, 2 * uniform() - 1, 2 * uniform() - 1); }
    Rotation rotation() { return Rotation(3 * uniform(), UnitVec3(vector())); }
    Vector noise(int size) {
        Vector v(size);
        for (Real& number : v) number = 2 * uniform() - 1;
        return v;
    }

    // Moves the body along the normal until its lowest sphere overlaps the half space by this.
    void push(Real overlap) {
        system.realize(state, Stage::Position);
        const Transform X_GS = plate.getBodyTransform(state) * X_PlateSurface, X_GB = body.getBodyTransform(state);
        const Vec3 outward(-X_GS.x());
        Real lowest = Infinity;
        for (const Vec3& centre : centres) lowest = std::min(lowest, dot(outward, X_GB * centre - X_GS.p()));
        body.setQToFitTransform(state, Transform(X_GB.R(), X_GB.p() + (rounding - overlap - lowest) * outward));
    }

    std::mt19937 random;
    const Real rounding;
    const bool slides;
    std::vector<Vec3> centres; // of the body's spheres
    const Transform X_PlateSurface{rotation(), 0.2 * vector()};
    MobilizedBody::Free plate{matter.Ground(), Body::Rigid(MassProperties(1 + uniform(), Vec3(0), UnitInertia(0.1)))},
        body{matter.Ground(), Body::Rigid(MassProperties(1 + uniform(), Vec3(0), UnitInertia(0.01)))};
};

} // namespace

// The tangents of a sphere and of a corner on a moving half space equal differences of the forces, for both orders of the surfaces, to 1e-7 of
// the largest element. Differences of two steps, extrapolated, err by rounding of positions over the step, 1e-16 m/1e-8 m.
TEST(Tangents, OfASphereOnAPlaneAreThoseOfTheForces) {
    int numSliding = 0, numSticking = 0;
    for (int seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Pair pair(seed, seed % 2 == 0, seed % 4 < 2, seed % 8 < 4);
        pair.takeStep();
        const auto records = (pair.system.realize(pair.state, Stage::Dynamics), pair.force->getContactRecords(pair.state));
        if (records.size() != 1) continue; // a second corner is new, and tangents hold the mass of a new contact
        ++(records[0].sliding ? numSliding : numSticking);
        const auto stiffnessAt = [&](Real step) { return stiffnessByDifferences(*pair.force, pair.matter, pair.state, step); };
        const Matrix stiffness = (4 * stiffnessAt(1e-8) - stiffnessAt(2e-8)) / 3;
        const Matrix damping = dampingByDifferences(*pair.force, pair.matter, pair.state, 1e-5);
        const ContactLinearization linearization = pair.force->calcLinearization(pair.state);
        EXPECT_LE(largest(linearization.calcStiffness(pair.state) - stiffness), 1e-7 * largest(stiffness));
        EXPECT_LE(largest(linearization.calcDamping(pair.state) - damping), 1e-7 * largest(damping));
    }
    EXPECT_GT(numSliding, 20);
    EXPECT_GT(numSticking, 10);
}

} // namespace test_tangents

// Tests that the search keeps an axis between two surfaces that are apart, and that no contact depends on this memory.

#include "Heard.h"
#include "Scene.h"

#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/ConvexHull.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>

#include <cstddef>
#include <mutex>
#include <random>
#include <thread>

namespace test_separation {
namespace {

using namespace SimTK;
using namespace simbodydem;

std::vector<Vec3> pointsOfHull(Random::Gaussian& random, int count, Real size) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
        points.push_back(size * Vec3(UnitVec3(Vec3(random.getValue(), random.getValue(), random.getValue()))));
    return points;
}

// Sixteen bodies of all convex shapes in a lattice, so near each other that some touch.
struct Lattice {
    Scene scene;
    std::vector<MobilizedBody::Free> bodies;
    std::unique_ptr<HertzMindlinForce> force;
    State start;

    Lattice() {
        Random::Gaussian random(0, 1);
        random.setSeed(1);
        const MassProperties mass(1, Vec3(0), UnitInertia(1));
        for (int i = 0; i < 4; ++i) {
            bodies.push_back(scene.add(ConvexHull(pointsOfHull(random, 40, 0.1), 0.01), mass));
            bodies.push_back(scene.add(Cylinder(0.08, 0.1, 0.01), mass));
            bodies.push_back(i % 2 ? scene.add(Capsule(0.05, 0.07), mass)
                                   : scene.add(Ellipsoid(Vec3(0.1, 0.07, 0.12)), mass));
            bodies.push_back(scene.add(Brick(Vec3(0.08, 0.06, 0.1), 0.01), mass));
        }
        force = std::make_unique<HertzMindlinForce>(scene.forces, scene.surfaces);
        start = scene.start();
    }

    // Puts each body near its place in the lattice, turned at random. @param amount  0 to 1: of the random motion
    void place(State& state, int seed, Real amount) const {
        Random::Gaussian random(0, 1);
        random.setSeed(seed);
        const auto draw = [&] { return Vec3(random.getValue(), random.getValue(), random.getValue()); };
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Vec3 corner(Real(i % 4), Real(i / 4 % 2), Real(i / 8));
            const Vec3 about = draw(), away = draw();
            bodies[i].setQToFitTransform(state, Transform(Rotation(amount * about.norm(), UnitVec3(about)),
                                                          0.19 * corner + 0.01 * amount * away));
        }
    }

    std::vector<ContactRecord> contactsOf(const State& state) const {
        scene.system.realize(state, Stage::Dynamics);
        return force->getContactRecords(state);
    }
};

void expectSame(const std::vector<ContactRecord>& x, const std::vector<ContactRecord>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        EXPECT_EQ(x[i].a, y[i].a);
        EXPECT_EQ(x[i].b, y[i].b);
        EXPECT_EQ((x[i].point - y[i].point).norm(), 0);
        EXPECT_EQ((x[i].normal - y[i].normal).norm(), 0);
        EXPECT_EQ(x[i].overlap, y[i].overlap);
    }
}

// Contacts do not depend on earlier evaluations. States that were at other poses before, near and far, have the contacts of a State that was
// never evaluated, to the last digit. States take turns in random order, so each has another memory.
TEST(Separation, HasNoEffectOnContacts) {
    const Heard heard; // some bodies begin deep
    const Lattice lattice;
    std::vector<State> states(3, lattice.start);
    std::mt19937 random(1);
    std::size_t numContacts = 0;
    const int count = 300;
    for (int i = 0; i < count; ++i) {
        State& state = states[random() % states.size()];
        if (random() % 10 == 0) state = states[random() % states.size()]; // with its memory
        const int pose = int(random() % 7);
        const Real amount = random() % 3 ? 0.02 * Real(random() % 20) : 1; // a little, or anywhere
        lattice.place(state, pose, amount);
        State fresh = lattice.start;
        lattice.place(fresh, pose, amount);
        const auto contacts = lattice.contactsOf(state);
        expectSame(contacts, lattice.contactsOf(fresh));
        numContacts += contacts.size();
    }
    EXPECT_GT(numContacts, std::size_t(count));
}

// Two States of one System in two threads get exactly the forces of a serial run. Simbody 3.7's GeneralForceSubsystem cannot be realized in
// two threads at once, so realizing takes turns.
TEST(Separation, HasNoEffectInAnotherThread) {
    const Heard heard; // some bodies begin deep
    const Lattice lattice;
    std::mutex realizing;
    const auto run = [&](int seed, std::vector<Vector_<SpatialVec>>& seen) {
        State state = lattice.start;
        Vector_<Vec3> particleForces;
        Vector mobilityForces;
        for (int i = 0; i < 100; ++i) {
            std::unique_lock<std::mutex> turn(realizing);
            lattice.place(state, seed + i / 20, 0.05 * Real(i % 20));
            lattice.scene.system.realize(state, Stage::Dynamics);
            turn.unlock();
            seen.emplace_back();
            lattice.force->calcForceContribution(state, seen.back(), particleForces, mobilityForces);
        }
    };
    std::vector<Vector_<SpatialVec>> alone[2], together[2];
    for (int i = 0; i < 2; ++i) run(10 * i, alone[i]);
    std::thread threads[2];
    for (int i = 0; i < 2; ++i) threads[i] = std::thread([&, i] { run(10 * i, together[i]); });
    for (std::thread& t : threads) t.join();
    Real most = 0;
    for (int i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < alone[i].size(); ++k)
            for (int body = 0; body < alone[i][k].size(); ++body) {
                EXPECT_EQ((alone[i][k][body] - together[i][k][body]).norm(), 0);
                most = std::max(most, alone[i][k][body].norm());
            }
    EXPECT_GT(most, 1); // there were contacts
}

} // namespace
} // namespace test_separation

// One battery over every law of the laboratory's catalog, every normal law with every tangential law and every rolling
// law: what any contact law must do, whatever its formula. A law that is new in the catalog is tested here by that.

#include "InstallForce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SimTK;
using namespace simbodydem;

namespace {

std::vector<lab::LawChoice> allChoices() {
    std::vector<lab::LawChoice> choices;
    const auto add = [&](const std::string& normal, const std::string& tangential, const std::string& rolling,
                         Real restitution = 0.7) {
        lab::LawChoice choice;
        choice.law = "";
        choice.normal = normal;
        choice.tangential = tangential;
        choice.rolling = rolling;
        choice.youngsModulus = 1e7;
        choice.restitution = restitution;
        choice.staticFriction = 0.5;
        choice.kineticFriction = 0.4;
        choices.push_back(choice);
    };
    for (const auto& normal : listNormalLaws())
        for (const auto& tangential : listTangentialLaws()) add(normal.name, tangential.name, "none");
    for (const auto& normal : listNormalLaws())
        if (normal.name != "elastoplastic" && normal.name != "linear-time") // which cannot
            add(normal.name, "mindlin-secant", "none", 0);                  // be plastic
    for (const auto& rolling : listRollingLaws()) add("hertz", "mindlin-secant", rolling.name);
    return choices;
}

std::string nameOf(const ::testing::TestParamInfo<lab::LawChoice>& info) {
    std::string name = info.param.normal + "_" + info.param.tangential + "_" + info.param.rolling;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + "_" + std::to_string(info.index);
}

// A ball on the floor and a smaller one obliquely on top of it, both moving and spinning.
struct TwoBalls {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free lower, upper;
    std::unique_ptr<DEMContactForce> force;
    State state;

    // Everything is turned by `tilt`; the surfaces are added to the contact set in this order of their names.
    TwoBalls(const lab::LawChoice& choice, const Rotation& tilt, const std::string& order) {
        Force::UniformGravity(forces, matter, tilt * Vec3(0, -9.81, 0));
        const auto ball = [&](Real radius) {
            const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
            return MobilizedBody::Free(matter.updGround(),
                                       Body::Rigid(MassProperties(mass, Vec3(0), UnitInertia::sphere(radius) * mass)));
        };
        lower = ball(0.1);
        upper = ball(0.07);
        for (char surface : order) {
            if (surface == 'f')
                contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(),
                                 Transform(tilt * Rotation(-Pi / 2, ZAxis)));
            if (surface == 'l') contacts.addBody(set, lower, ContactGeometry::Sphere(0.1), Vec3(0));
            if (surface == 'u') contacts.addBody(set, upper, ContactGeometry::Sphere(0.07), Vec3(0));
        }
        force = lab::installForce(forces, contacts, set, choice, choice.getMaterial());
        force->setTrackDissipatedEnergy(true);
        state = system.realizeTopology();
        lower.setQToFitTransform(state, Transform(tilt, tilt * Vec3(0, 0.0999, 0)));
        upper.setQToFitTransform(state, Transform(tilt, tilt * Vec3(0.05, 0.0999 + 0.1623, 0)));
        lower.setUToFitVelocity(state, SpatialVec(tilt * Vec3(1, 2, 0), tilt * Vec3(0.2, -0.1, 0.1)));
        upper.setUToFitVelocity(state, SpatialVec(tilt * Vec3(-1, 3, 1), tilt * Vec3(0.1, -0.3, 0)));
    }

    // Explicit Euler with commits, so that every state along the way is an accepted step.
    template <class Visit> void step(int steps, const Visit& visit) {
        const Real dt = 2e-5;
        for (int i = 1; i <= steps; ++i) {
            system.realize(state, Stage::Acceleration);
            visit();
            const Vector rates = state.getYDot();
            state.autoUpdateDiscreteVariables();
            state.setTime(dt * i);
            state.updY() += dt * rates;
        }
        system.realize(state, Stage::Acceleration);
    }
};

} // namespace

class Battery : public ::testing::TestWithParam<lab::LawChoice> {};
INSTANTIATE_TEST_SUITE_P(AllLaws, Battery, ::testing::ValuesIn(allChoices()), nameOf);

// A commit is invisible: evaluated again with the committed history every contact gives the same force and torque.
TEST_P(Battery, CommitChangesNoForce) {
    TwoBalls balls(GetParam(), Rotation(), "flu");
    int compared = 0;
    balls.step(200, [&] {
        const auto before = balls.force->getContactRecords(balls.state);
        State copy = balls.state;
        copy.autoUpdateDiscreteVariables();
        copy.invalidateAllCacheAtOrAbove(Stage::Dynamics);
        balls.system.realize(copy, Stage::Acceleration);
        const auto& after = balls.force->getContactRecords(copy);
        ASSERT_EQ(after.size(), before.size());
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Real load = before[i].normalForce.norm();
            EXPECT_LE((after[i].normalForce - before[i].normalForce).norm(), 1e-11 * load); // the library's promise
            EXPECT_LE((after[i].tangentialForce - before[i].tangentialForce).norm(), 1e-11 * load);
            EXPECT_LE((after[i].torque - before[i].torque).norm(), 1e-11 * load * 0.07);
            ++compared;
        }
    });
    EXPECT_GT(compared, 200);
}

// Turning the whole set-up, gravity included, turns every force and torque.
TEST_P(Battery, RotatedSetUpRotatesEveryForce) {
    const Rotation tilt(1.234, UnitVec3(1, -2, 0.5));
    TwoBalls upright(GetParam(), Rotation(), "flu"), tilted(GetParam(), tilt, "flu");
    for (TwoBalls* balls : {&upright, &tilted}) balls->step(200, [] {});
    const auto &a = upright.force->getContactRecords(upright.state), &b = tilted.force->getContactRecords(tilted.state);
    ASSERT_EQ(a.size(), 2u);
    ASSERT_EQ(b.size(), 2u);
    const Real scale = a[0].normalForce.norm() + a[1].normalForce.norm();
    for (std::size_t i = 0; i < 2; ++i) { // 200 steps' rounding
        EXPECT_LT((tilt * a[i].normalForce - b[i].normalForce).norm(), 1e-8 * scale);
        EXPECT_LT((tilt * a[i].tangentialForce - b[i].tangentialForce).norm(), 1e-8 * scale);
        EXPECT_LT((tilt * a[i].torque - b[i].torque).norm(), 1e-8 * scale * 0.07);
    }
}

// Which surface comes first in the contact set, and so which one is called a, makes no difference.
TEST_P(Battery, OrderOfSurfacesIsIrrelevant) {
    TwoBalls one(GetParam(), Rotation(), "flu");
    one.step(200, [] {});
    // The target's material belongs to surface 0; all are made of the same here.
    TwoBalls other(GetParam(), Rotation(), "ulf");
    other.step(200, [] {});
    const Vector a = one.state.getUDot(), b = other.state.getUDot();
    EXPECT_LT((a - b).normInf(), 1e-8 * a.normInf()); // 200 steps' rounding
}

// Over a run no law creates energy, but for MindlinSecant as it is pressed (see its header).
TEST_P(Battery, CreatesNoEnergy) {
    TwoBalls balls(GetParam(), Rotation(), "flu");
    balls.step(200, [&] {
        for (const ContactRecord& r : balls.force->getContactRecords(balls.state))
            EXPECT_TRUE(std::isfinite(r.storedEnergy));
    });
    const DissipatedEnergy heat = balls.force->getDissipatedEnergyByCause(balls.state);
    EXPECT_GT(heat.friction + heat.damping, 0);
    if (GetParam().tangential == "mindlin-secant") return;
    EXPECT_LE(heat.gained, 1e-6 * (heat.friction + heat.damping));
}

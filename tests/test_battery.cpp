// One battery over every law of the catalog, every normal law with every tangential law and every rolling law: what any
// contact law must do, whatever its formula. A law that is new in the catalog is tested here by that.

#include "ByDifferences.h"

#include <simbodydem/simbodydem.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

using namespace SimTK;
using namespace simbodydem;

namespace {

struct ThreeLaws {
    std::string normal, tangential, rolling;
    Real restitution;
};

std::vector<ThreeLaws> allChoices() {
    std::vector<ThreeLaws> choices;
    for (const auto& normal : listNormalLaws())
        for (const auto& tangential : listTangentialLaws())
            choices.push_back({normal.name, tangential.name, "none", 0.7});
    for (const auto& normal : listNormalLaws())
        if (normal.name != "elastoplastic" && normal.name != "linear-time") // which cannot
            choices.push_back({normal.name, "mindlin-secant", "none", 0});  // be plastic
    for (const auto& rolling : listRollingLaws()) choices.push_back({"hertz", "mindlin-secant", rolling.name, 0.7});
    return choices;
}

std::string nameOf(const ::testing::TestParamInfo<ThreeLaws>& info) {
    std::string name = info.param.normal + "_" + info.param.tangential + "_" + info.param.rolling;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + "_" + std::to_string(info.index);
}

// With a number for what has no default. A law that may take its damping from the restitution does.
std::unique_ptr<NormalLaw> makeNormal(const std::string& name) {
    const std::map<std::string, Real> values = {
        {"loadingStiffness", 1e5}, {"workOfAdhesion", 0.1}, {"minimumImpactSpeed", 1e-3}};
    std::map<std::string, std::string> choices;
    if (name == "hunt-crossley") choices["damping"] = "FromRestitution";
    std::map<std::string, double> needed;
    for (const LawParameter& p : makeNormalLaw(name, {}, choices)->getParameters())
        if (p.isUsed && values.count(p.name) > 0) needed[p.name] = values.at(p.name);
    return makeNormalLaw(name, needed, choices);
}

SurfaceMaterial material(Real restitution) {
    SurfaceMaterial m;
    m.youngsModulus = 1e7;
    m.poissonsRatio = 0.3;
    m.restitution = restitution;
    m.staticFriction = 0.5;
    m.kineticFriction = 0.4;
    m.rollingFriction = 0.05;
    return m;
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
    TwoBalls(const ThreeLaws& laws, const Rotation& tilt, const std::string& order) {
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
                                 Transform(tilt * HalfSpace::floor().R()));
            if (surface == 'l') contacts.addBody(set, lower, ContactGeometry::Sphere(0.1), Vec3(0));
            if (surface == 'u') contacts.addBody(set, upper, ContactGeometry::Sphere(0.07), Vec3(0));
        }
        force = std::make_unique<DEMContactForce>(forces, contacts, set, *makeNormal(laws.normal),
                                                  *makeTangentialLaw(laws.tangential), *makeRollingLaw(laws.rolling));
        force->setMaterialForAll(material(laws.restitution));
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

class Battery : public ::testing::TestWithParam<ThreeLaws> {};
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

// The linearization is that of the forces, to what differences of these are good for: 1e-6 of its largest element.
TEST_P(Battery, LinearizationIsThatOfTheForces) {
    TwoBalls balls(GetParam(), Rotation(0.3, UnitVec3(1, 2, 3)), "flu");
    int step = 0;
    balls.step(150, [&] {
        if (++step % 37 != 0 || balls.force->getContactRecords(balls.state).empty()) return;
        const ContactLinearization linearization = balls.force->calcLinearization(balls.state);
        const Matrix stiffness = stiffnessByDifferences(*balls.force, balls.matter, balls.state, 4e-10);
        const Matrix damping = dampingByDifferences(*balls.force, balls.matter, balls.state, 1e-6);
        EXPECT_LE(largest(linearization.calcStiffness(balls.state) - stiffness), 1e-6 * largest(stiffness))
            << "step " << step;
        // Without a dashpot what is left of damping is less than what differences of speeds make of positions' rounding, some 1e-17 m.
        EXPECT_LE(largest(linearization.calcDamping(balls.state) - damping),
                  1e-6 * largest(damping) + 1e-11 * largest(stiffness))
            << "step " << step;
    });
}

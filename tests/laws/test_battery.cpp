// Common tests of all laws of the catalog: properties of any contact law, for any formula. A new law in the catalog is tested here
// without a further test.
//
// Each law goes through each check, and each pair of laws (normal and tangential, normal and rolling, tangential and rolling) through
// at least one. SIMBODYDEM_FULL_BATTERY runs each check with all combinations of three laws, in some minutes:
//
//     SIMBODYDEM_FULL_BATTERY=1 build/tests/simbodydem_tests --gtest_filter='CatalogLaws.*'

#include "ByDifferences.h"
#include "Scene.h"

#include <simbodydem/ContactLinearization.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/LawCatalog.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>

#include <cstdlib>
#include <map>
#include <set>

namespace test_battery {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct ThreeLaws {
    std::string normal, tangential, rolling;
    Real restitution;
};

bool canBePlastic(const std::string& normal) { return normal != "elastoplastic"; }

// Returns the combinations of laws for a check. The remainders spread them over the checks.
std::vector<ThreeLaws> choicesOf(std::size_t check, std::size_t numChecks) {
    const bool all = std::getenv("SIMBODYDEM_FULL_BATTERY");
    const auto normals = listNormalLaws(), tangentials = listTangentialLaws(), rollings = listRollingLaws();
    std::vector<ThreeLaws> choices;
    for (std::size_t n = 0; n < normals.size(); ++n)
        for (std::size_t t = 0; t < tangentials.size(); ++t)
            for (std::size_t r = 0; r < rollings.size(); ++r) {
                const ThreeLaws laws{normals[n].name, tangentials[t].name, rollings[r].name, 0.7};
                if (!all && (n + t) % rollings.size() != r) continue;
                if (all || (n + 2 * t) % numChecks == check) choices.push_back(laws);
                if (canBePlastic(laws.normal) && (all || (n + 2 * check) % tangentials.size() == t))
                    choices.push_back({laws.normal, laws.tangential, laws.rolling, 0});
            }
    return choices;
}

std::string nameOf(const ThreeLaws& laws) {
    std::string name = laws.normal + "_" + laws.tangential + "_" + laws.rolling;
    std::replace(name.begin(), name.end(), '-', '_');
    return name + (laws.restitution == 0 ? "_plastic" : "");
}

// A check of any laws, with a name such as `CatalogLaws.CommitChangesNoForce/hertz_mindlin_none`.
struct Check {
    const char* name;
    int line;
    void (*run)(const ThreeLaws& laws);
};

std::vector<Check>& checks() {
    static std::vector<Check> all;
    return all;
}

#define TEST_WITH_LAWS(suite, name)                                                                                    \
    void name(const ThreeLaws& laws);                                                                                  \
    [[maybe_unused]] const bool name##IsListed = (checks().push_back({#name, __LINE__, name}), true);                  \
    void name(const ThreeLaws& laws)

class CheckOfLaws : public ::testing::Test {
public:
    CheckOfLaws(const Check& check, const ThreeLaws& laws) : check(check), laws(laws) {}
    void TestBody() override { check.run(laws); }

private:
    const Check check;
    const ThreeLaws laws;
};

bool registerChecks() {
    for (std::size_t i = 0; i < checks().size(); ++i) {
        const Check check = checks()[i];
        for (const ThreeLaws& laws : choicesOf(i, checks().size()))
            ::testing::RegisterTest("CatalogLaws", (std::string(check.name) + "/" + nameOf(laws)).c_str(), nullptr,
                                    nullptr, __FILE__, check.line,
                                    [=]() -> ::testing::Test* { return new CheckOfLaws(check, laws); });
    }
    return true;
}

// Returns a law with a number for each parameter without a default. A law that can take its damping from the restitution does so.
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

SurfaceMaterial materialOf(Real restitution) {
    return SurfaceMaterial()
        .setYoungsModulus(1e7)
        .setPoissonsRatio(0.3)
        .setRestitution(restitution)
        .setStaticFriction(0.5)
        .setKineticFriction(0.4)
        .setRollingFriction(0.05);
}

// A ball on the floor and a smaller one obliquely on top of it, both moving and spinning.
struct TwoBalls : Scene {
    GeneralContactSubsystem contacts{system};
    ContactSetIndex set = contacts.createContactSet();
    MobilizedBody::Free lower, upper;
    std::unique_ptr<DEMContactForce> force;
    State state;

    // Everything is rotated by `tilt`. The surfaces are added to the contact set in this order of their names.
    TwoBalls(const ThreeLaws& laws, const Rotation& tilt, const std::string& order) {
        Force::UniformGravity(forces, matter, tilt * Vec3(0, -9.81, 0));
        const auto ball = [&](Real radius) {
            const Real mass = 4. / 3. * Pi * radius * radius * radius * 2500;
            return MobilizedBody::Free(matter.updGround(), Body::Rigid(ballOf(mass, radius)));
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
        force->setMaterialForAll(materialOf(laws.restitution));
        force->setTrackDissipatedEnergy(true);
        state = system.realizeTopology();
        lower.setQToFitTransform(state, Transform(tilt, tilt * Vec3(0, 0.0999, 0)));
        upper.setQToFitTransform(state, Transform(tilt, tilt * Vec3(0.05, 0.0999 + 0.1623, 0)));
        lower.setUToFitVelocity(state, SpatialVec(tilt * Vec3(1, 2, 0), tilt * Vec3(0.2, -0.1, 0.1)));
        upper.setUToFitVelocity(state, SpatialVec(tilt * Vec3(-1, 3, 1), tilt * Vec3(0.1, -0.3, 0)));
    }

    // Integrates with explicit Euler and commits, so that each state is an accepted step.
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

// A commit is invisible: a force evaluation with the committed history gives the same force and torque at each contact.
TEST_WITH_LAWS(CatalogLaws, CommitChangesNoForce) {
    TwoBalls balls(laws, Rotation(), "flu");
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
            EXPECT_LE((after[i].normalForce - before[i].normalForce).norm(),
                      1e-11 * load); // the requirement of the library
            EXPECT_LE((after[i].tangentialForce - before[i].tangentialForce).norm(), 1e-11 * load);
            EXPECT_LE((after[i].torque - before[i].torque).norm(), 1e-11 * load * 0.07);
            ++compared;
        }
    });
    EXPECT_GT(compared, 200);
}

// A rotation of the whole set-up, including gravity, rotates each force and torque.
TEST_WITH_LAWS(CatalogLaws, RotatedSetUpRotatesEveryForce) {
    const Rotation tilt(1.234, UnitVec3(1, -2, 0.5));
    TwoBalls upright(laws, Rotation(), "flu"), tilted(laws, tilt, "flu");
    for (TwoBalls* balls : {&upright, &tilted}) balls->step(200, [] {});
    const auto &a = upright.force->getContactRecords(upright.state), &b = tilted.force->getContactRecords(tilted.state);
    ASSERT_EQ(a.size(), 2u);
    ASSERT_EQ(b.size(), 2u);
    const Real scale = a[0].normalForce.norm() + a[1].normalForce.norm();
    for (std::size_t i = 0; i < 2; ++i) { // rounding of 200 steps
        EXPECT_LT((tilt * a[i].normalForce - b[i].normalForce).norm(), 1e-8 * scale);
        EXPECT_LT((tilt * a[i].tangentialForce - b[i].tangentialForce).norm(), 1e-8 * scale);
        EXPECT_LT((tilt * a[i].torque - b[i].torque).norm(), 1e-8 * scale * 0.07);
    }
}

// The order of the surfaces in the contact set, and so of a and b, makes no difference.
TEST_WITH_LAWS(CatalogLaws, OrderOfSurfacesIsIrrelevant) {
    TwoBalls one(laws, Rotation(), "flu");
    one.step(200, [] {});
    TwoBalls other(laws, Rotation(), "ulf");
    other.step(200, [] {});
    const Vector a = one.state.getUDot(), b = other.state.getUDot();
    EXPECT_LT((a - b).normInf(), 1e-8 * a.normInf()); // rounding of 200 steps
}

// No law creates energy in a run, except MindlinSecant under an increasing load (see its header).
TEST_WITH_LAWS(CatalogLaws, CreateNoEnergy) {
    TwoBalls balls(laws, Rotation(), "flu");
    balls.step(200, [&] {
        for (const ContactRecord& r : balls.force->getContactRecords(balls.state))
            EXPECT_TRUE(std::isfinite(r.storedEnergy));
    });
    const DissipatedEnergy heat = balls.force->getDissipatedEnergyByCause(balls.state);
    EXPECT_GT(heat.friction + heat.damping, 0);
    if (laws.tangential == "mindlin-secant") return;
    EXPECT_LE(heat.gained, 1e-6 * (heat.friction + heat.damping));
}

// The linearization equals differences of the forces, to 1e-6 of its largest element. Where slip turns within a step, the force bends over
// displacements of 1e-8 m. Differences of steps of 4e-10 m then err by 1e-4. Two steps, extrapolated, do not.
TEST_WITH_LAWS(CatalogLaws, LinearizationIsThatOfTheForces) {
    TwoBalls balls(laws, Rotation(0.3, UnitVec3(1, 2, 3)), "flu");
    int step = 0;
    balls.step(150, [&] {
        if (++step % 37 != 0 || balls.force->getContactRecords(balls.state).empty()) return;
        const ContactLinearization linearization = balls.force->calcLinearization(balls.state);
        const auto stiffnessAt = [&](Real step) { return stiffnessByDifferences(*balls.force, balls.matter, balls.state, step); };
        const Matrix stiffness = (4 * stiffnessAt(2e-10) - stiffnessAt(4e-10)) / 3;
        const Matrix damping = dampingByDifferences(*balls.force, balls.matter, balls.state, 1e-6);
        EXPECT_LE(largest(linearization.calcStiffness(balls.state) - stiffness), 1e-6 * largest(stiffness))
            << "step " << step;
        // Without a dashpot the remaining damping is below the error of speed differences by the rounding of positions, some 1e-17 m.
        EXPECT_LE(largest(linearization.calcDamping(balls.state) - damping),
                  1e-6 * largest(damping) + 1e-11 * largest(stiffness))
            << "step " << step;
    });
}

[[maybe_unused]] const bool areRegistered = registerChecks();

// The choices are as described above, for any number of laws in the catalog.
TEST(CatalogLawSelection, CoversEveryPairAndEveryLaw) {
    const std::size_t numNormal = listNormalLaws().size(), numTangential = listTangentialLaws().size(),
                      numRolling = listRollingLaws().size();
    std::set<std::pair<std::string, std::string>> normalTangential, normalRolling, tangentialRolling;
    for (std::size_t i = 0; i < checks().size(); ++i) {
        std::set<std::string> normal, plastic, tangential, rolling;
        for (const ThreeLaws& laws : choicesOf(i, checks().size())) {
            normalTangential.insert({laws.normal, laws.tangential});
            normalRolling.insert({laws.normal, laws.rolling});
            tangentialRolling.insert({laws.tangential, laws.rolling});
            (laws.restitution == 0 ? plastic : normal).insert(laws.normal);
            tangential.insert(laws.tangential);
            rolling.insert(laws.rolling);
        }
        EXPECT_EQ(normal.size(), numNormal) << checks()[i].name;
        EXPECT_EQ(plastic.size(), numNormal - 1) << checks()[i].name;
        EXPECT_EQ(tangential.size(), numTangential) << checks()[i].name;
        EXPECT_EQ(rolling.size(), numRolling) << checks()[i].name;
    }
    EXPECT_EQ(normalTangential.size(), numNormal * numTangential);
    EXPECT_EQ(normalRolling.size(), numNormal * numRolling);
    EXPECT_EQ(tangentialRolling.size(), numTangential * numRolling);
}

} // namespace
} // namespace test_battery

// Tests the advice on contacts, and its inverse, against Hertz's and Mindlin's closed forms.

#include "AdvisedBall.h"
#include "Messages.h"

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/Conversions.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/rolling/ConstantRolling.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

#include <set>
#include <sstream>

namespace test_contact_advice {

using namespace SimTK;
using namespace simbodydem;

// The advice on a resting ball has Hertz's overlap and stiffness, Mindlin's spring and its limit length.
TEST(ContactAdvice, HasTheOverlapOfHertzAndTheSpringOfMindlin) {
    BallOnFloor world(0.05, 0.5, rubber(1));
    const OneAdvice advice = world.ask(HertzNormal(), MindlinSecant());
    const Real modulus = stiff / (2 * (1 - nu * nu)), shear = stiff / (2 * (1 + nu)) / (2 * (2 - nu));
    const Real N = world.m * world.gravity, overlap = std::pow(N / (4. / 3 * modulus * std::sqrt(world.R)), 2. / 3);
    const Real a = std::sqrt(world.R * overlap), kt = 8 * shear * a;
    EXPECT_EQ(advice["touching"], 0);
    EXPECT_EQ(advice.subject, "floor and ball");
    EXPECT_NEAR(advice["load"], N, 1e-12 * N);
    EXPECT_NEAR(advice["effective_mass"], world.m, 1e-12);
    EXPECT_NEAR(advice["overlap"], overlap, 1e-9 * overlap);
    EXPECT_NEAR(advice["overlap_fraction"], overlap / world.R, 1e-9);
    EXPECT_NEAR(advice["contact_radius"], a, 1e-9 * a);
    EXPECT_NEAR(advice["stiffness"], 1.5 * N / overlap, 1e-6 * N / overlap);
    EXPECT_NEAR(advice["tangential_stiffness"], kt, 1e-6 * kt);
    EXPECT_NEAR(advice["friction"], 0.6, 1e-6);
    EXPECT_NEAR(advice["sliding_length"], 0.6 * N / kt, 1e-6 * N / kt);
    EXPECT_NEAR(advice["swing_time"], 2 * Pi * std::sqrt(world.m / (3.5 * kt)), 1e-6);
    EXPECT_NEAR(advice["longest_step"], 1.5 * std::sqrt(world.m / (3.5 * kt)), 1e-6);
}

// A free impact has Hertz's contact time and returns the restitution that was set.
TEST(ContactAdvice, HasTheContactTimeOfHertz) {
    AdviceOptions options;
    options.speed = 2;
    BallOnFloor elastic(0.05, 0.5, rubber(1));
    const OneAdvice advice = elastic.ask(HertzNormal(), MindlinSecant(), options);
    const Real modulus = stiff / (2 * (1 - nu * nu));
    const Real deepest = std::pow(15. / 16 * elastic.m * 4 / (modulus * std::sqrt(elastic.R)), 0.4);
    EXPECT_NEAR(advice["impact_overlap"], deepest, 1e-5 * deepest);
    EXPECT_NEAR(advice["contact_time"], 2.94327 * deepest / 2, 1e-3 * deepest); // to one step of two thousand
    EXPECT_NEAR(advice["restitution"], 1, 1e-4);
    for (const Real asked : {0.3, 0.7}) {
        BallOnFloor world(0.05, 0.5, rubber(asked));
        EXPECT_NEAR(world.ask(HertzNormal(), MindlinSecant(), options)["restitution"], asked, 2e-3);
    }
}

// The modulus for an overlap gives that overlap, and the modulus for a contact time gives that contact time.
TEST(ContactAdvice, InvertsOverlapAndContactTime) {
    for (const CounterSurface counter : {CounterSurface::Rigid, CounterSurface::Equal}) {
        const Real R = 0.03, m = 2, load = 50;
        SurfaceMaterial material = SurfaceMaterial().setPoissonsRatio(nu).setRestitution(1).setFriction(0.5);
        material.setYoungsModulusForOverlap(2e-4, load, R, counter);
        SurfaceMaterial other = material;
        if (counter == CounterSurface::Rigid) other.youngsModulus = Infinity;
        AdviceOptions options;
        options.load = load;
        const auto ask = [&] {
            Scene scene;
            MobilizedBody::Free ball(scene.matter.Ground(), Body::Rigid(ballOf(m, R)));
            scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), other);
            scene.surfaces.add(ball, Sphere(R), Vec3(0), material);
            const HertzMindlinForce force(scene.forces, scene.surfaces);
            State state = scene.start(ball, Vec3(0, 2 * R, 0));
            return firstOf(advise(scene.system, state, force, options));
        };
        EXPECT_NEAR(ask()["overlap"], 2e-4, 1e-12);
        material.setYoungsModulusForContactTime(5e-3, m, options.speed, R, counter);
        if (counter == CounterSurface::Equal) other.youngsModulus = material.youngsModulus;
        EXPECT_NEAR(ask()["contact_time"], 5e-3, 5e-6);
    }
}

// A child's shoe, scaled by Froude's rule, has an adult's ratio of overlap to radius. Its natural period scales with
// the square root of length.
TEST(ContactAdvice, ScalesByFroudesRule) {
    const Real mass = 0.3, length = 0.6;
    SurfaceMaterial material = rubber(0.5);
    material.dissipation = 0.8;
    BallOnFloor tall(0.05, 0.5, material);
    BallOnFloor small(0.05 * length, 0.5 * mass, scaleTo(material, mass, length));
    const OneAdvice before = tall.ask(HuntCrossleyNormal(), MindlinSecant()),
                     after = small.ask(HuntCrossleyNormal(), MindlinSecant());
    EXPECT_NEAR(after["overlap_fraction"], before["overlap_fraction"], 1e-9);
    EXPECT_NEAR(after["swing_time"], std::sqrt(length) * before["swing_time"], 1e-9);
    EXPECT_NEAR(scaleTo(material, mass, length).dissipation, 0.8 / std::sqrt(length), 1e-12);
    EXPECT_EQ(scaleTo(material, mass, length).staticFriction, material.staticFriction);
    EXPECT_TRUE(
        std::isnan(scaleTo(SurfaceMaterial(), mass, length).youngsModulus)); // a value that is not set stays unset
}

// A bed of springs, summed ring by ring, and its Hertzian substitute on a rigid plane carry the given load at one
// overlap.
TEST(ContactAdvice, ConvertsElasticFoundations) {
    const Real k = 1e8, F = 40, R = 0.02;
    BallOnFloor world(R, 1, rubber(1));
    SurfaceMaterial rigid = rubber(1), bed = rubber(1);
    rigid.youngsModulus = Infinity;
    bed.youngsModulus = youngsModulusOfElasticFoundation(k, F, R, nu);
    DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    force.setMaterial(ContactSurfaceIndex(0), rigid).setMaterial(ContactSurfaceIndex(1), bed);
    AdviceOptions options;
    options.load = F;
    const Real overlap = firstOf(advise(world.system, world.put(0.1), force, options))["overlap"];
    Real sum = 0;
    const int rings = 1000;
    const Real width = std::sqrt(2 * R * overlap) / rings; // the sphere is a paraboloid, as in Hertz's theory
    for (int i = 0; i < rings; ++i) {
        const Real r = (i + 0.5) * width;
        sum += k * (overlap - r * r / (2 * R)) * 2 * Pi * r * width;
    }
    EXPECT_NEAR(sum, F, 1e-5 * F); // a thousand rings
}

// Stiffness and dissipation of SmoothSphereHalfSpaceForce give its force, 4/3 2^(-3/2) k sqrt(R) delta^(3/2) (1 + 3/2
// c v), to the law.
TEST(ContactAdvice, ConvertsSmoothSpheres) {
    const Real k = 1e6, c = 2, R = 0.02, overlap = 1e-3, speed = 0.1;
    const HuntCrossleyParameters smooth = fromSmoothSphereHalfSpace(k, c, 0.8, 0.7, 0.5);
    BallOnFloor world(R, 1, fromHuntCrossley(smooth, nu, MixingRules::Moduli::TwoThirdsPower));
    DEMContactForce force(world.forces, world.surfaces, HuntCrossleyNormal(), NoFriction());
    force.setMixingRules(huntCrossleyMixing());
    State state = world.put(-overlap);
    world.ball.setUToFitLinearVelocity(state, Vec3(0, -speed, 0));
    world.system.realize(state, Stage::Dynamics);
    const Real expected =
        4. / 3 * std::pow(2, -1.5) * k * std::sqrt(R) * std::pow(overlap, 1.5) * (1 + 1.5 * c * speed);
    EXPECT_NEAR(force.getContactRecords(state).at(0).normalForce[1], expected, 1e-9 * expected); // rounding
    EXPECT_EQ(smooth.staticFriction, 0.8);
    EXPECT_EQ(smooth.dynamicFriction, 0.7);
    EXPECT_EQ(smooth.viscousFriction, 0.5);
}

// The advice warns about settings that lead to poor results, and about no others.
TEST(ContactAdvice, WarnsOfPoorSettingsOnly) {
    BallOnFloor usual(0.05, 0.5, rubber(0.5));
    const OneAdvice advice = usual.ask(HertzNormal(), MindlinSecant());
    EXPECT_TRUE(advice.table.getWarnings(advice.subject).empty());

    AdviceOptions heavy;
    heavy.load = 1e4;
    EXPECT_TRUE(says(usual.ask(HertzNormal(), MindlinSecant(), heavy), "% of R*, more than any law"));
    heavy.load = 1e7;
    EXPECT_TRUE(says(usual.ask(HertzNormal(), MindlinSecant(), heavy), "no overlap of up to R*"));
    AdviceOptions slow;
    slow.speed = 1e-3;
    EXPECT_TRUE(says(usual.ask(HertzNormal(), MindlinSecant(), slow), "does not show"));

    SurfaceMaterial steel = rubber(0.5);
    steel.youngsModulus = 2e11;
    EXPECT_TRUE(says(BallOnFloor(0.05, 0.5, steel).ask(HertzNormal(), MindlinSecant()), "ContactIntegrator"));
    EXPECT_TRUE(says(usual.ask(HertzNormal(), HollarsFriction().setTransitionVelocity(0.01)), "it creeps"));
    EXPECT_TRUE(says(usual.ask(HertzNormal(), MindlinSecant(), {}, ConstantRolling()), "rolls on"));
    EXPECT_FALSE(says(usual.ask(HertzNormal(), MindlinSecant(), {}, EPSDRolling()), "rolls on"));
}

// Four equal feet appear as one pair in the advice. Excluded pairs and surfaces on one body do not appear.
TEST(ContactAdvice, ListsEqualPairsOnce) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    for (int i = 1; i < 4; ++i) world.surfaces.add(world.ball, Sphere(0.05), Vec3(0.3 * i, 0, 0), rubber(0.5));
    const ContactSurfaceIndex odd = world.surfaces.add(world.ball, Sphere(0.02), Vec3(2, 0, 0), rubber(0.5), "odd");
    DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    const ContactAdvice all = advise(world.system, world.put(0.01), force);
    const std::vector<std::string> subjects = all.getSubjects();
    ASSERT_EQ(subjects.size(), 2u);
    EXPECT_EQ(all.get(subjects[0], "alike") + all.get(subjects[1], "alike"), 5);
    force.excludePair(ContactSurfaceIndex(0), odd);
    EXPECT_EQ(advise(world.system, world.put(0.01), force).getSubjects().size(), 1u);
    EXPECT_EQ(firstOf(advise(world.system, world.put(-1e-5), force))["touching"], 1);
}

// Prints of a table have subject, quantity, value, unit and meaning on lines of their own, and warnings after "!".
TEST(ContactAdvice, PrintsATable) {
    ContactAdvice advice;
    advice.add({"floor and ball", "overlap", 0.0013, "m", "at rest"}).add({"floor and cube", "load", NaN, "N", "N"});
    advice.warn("floor and ball", "it is deep").add({"floor and ball", "friction", 0.5, "-", "mu"});
    std::ostringstream text;
    text << advice;
    EXPECT_EQ(text.str(), "floor and ball\n"
                          "  overlap                    0.0013 m      at rest\n"
                          "  ! it is deep\n"
                          "  friction                      0.5 -      mu\n"
                          "floor and cube\n"
                          "  load                            - N      N\n");
}

// A program reads the numbers that are printed, by subject and quantity, in their order.
TEST(ContactAdvice, ReadsATable) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    world.surfaces.add(world.ball, Sphere(0.02), Vec3(0.3, 0, 0), rubber(0.5), "toe");
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    const ContactAdvice advice = advise(world.system, world.put(0.01), force, at(1e-3));
    EXPECT_EQ(advice.getSubjects(), (std::vector<std::string>{"floor and ball", "floor and toe"}));
    EXPECT_EQ(advice.get("floor and ball", "surface_a"), 0);
    EXPECT_EQ(advice.get("floor and toe", "surface_b"), 2);
    EXPECT_EQ(advice.get("floor and toe", "impact_speed"), 1e-3);
    EXPECT_LT(advice.get("floor and ball", "swing_time"), advice.get("floor and toe", "swing_time"));
    EXPECT_FALSE(advice.has("floor and ball", "depth"));
    EXPECT_FALSE(advice.has("ball", "overlap"));
    ASSERT_EQ(advice.getWarnings("floor and ball").size(), 1u);
    std::ostringstream text;
    text << advice;
    EXPECT_NE(text.str().find("\n  ! " + advice.getWarnings("floor and ball")[0] + "\n"), std::string::npos);
    std::size_t count = 0;
    for (const std::string& subject : advice.getSubjects())
        for (const AdviceRow& row : advice.getRows(subject)) {
            EXPECT_EQ(row.subject, subject);
            if (row.quantity == "warning") {
                EXPECT_TRUE(isNaN(row.value));
            } else {
                EXPECT_EQ(advice.get(subject, row.quantity), row.value) << row.quantity;
            }
            ++count;
        }
    EXPECT_EQ(count, advice.getRows().size());
}

// A name that the table does not have is an error with the names that it has.
TEST(ContactAdvice, RejectsUnknownNames) {
    ContactAdvice advice;
    expectMessage<std::invalid_argument>([&] { advice.get("ball", "overlap"); },
                                         {"there is no subject \"ball\"", "the table has none"});
    advice.add({"floor and ball", "overlap", 1e-3, "m"}).add({"floor and cube", "load", 1, "N"});
    advice.warn("floor and cube", "it is deep");
    expectMessages<std::invalid_argument>(
        {{[&] { advice.get("ball", "overlap"); },
          {"there is no subject \"ball\"", "the table has floor and ball, floor and cube"}},
         {[&] { advice.get("floor and cube", "overlap"); },
          {"\"floor and cube\" has no quantity \"overlap\"; it has load"}},
         {[&] { advice.getWarnings("ball"); }, {"there is no subject \"ball\""}},
         {[&] { advice.getRows("ball"); }, {"there is no subject \"ball\""}}});
}

// Two pairs whose names read alike are two subjects, by the indices of their surfaces.
TEST(ContactAdvice, NumbersPairsWhoseNamesReadAlike) {
    Scene scene(rubber(0.5));
    MobilizedBody::Free ball(scene.matter.Ground(), Body::Rigid(ballOf(1, 0.05)));
    scene.surfaces.add(scene.matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber(0.5), "sole");
    scene.surfaces.add(scene.matter.Ground(), Sphere(1), Vec3(0, -1, 0), rubber(0.5), "sole and heel");
    scene.surfaces.add(ball, Sphere(0.05), Vec3(0), rubber(0.5), "heel and toe");
    scene.surfaces.add(ball, Sphere(0.04), Vec3(0), rubber(0.5), "toe");
    const HertzMindlinForce force(scene.forces, scene.surfaces);
    const State state = scene.start(ball, Vec3(0, 0.1, 0));
    const ContactAdvice advice = advise(scene.system, state, force);
    std::set<std::string> subjects;
    for (const std::string& subject : advice.getSubjects()) subjects.insert(subject);
    EXPECT_EQ(subjects, (std::set<std::string>{"sole and heel and toe", "sole and heel and toe (surfaces 1 and 3)",
                                               "sole and heel and heel and toe", "sole and toe"}));
    EXPECT_EQ(advice.get("sole and heel and toe (surfaces 1 and 3)", "surface_b"), 3);
}

// A disabled force is treated as a force whose contacts do not touch.
TEST(ContactAdvice, OfADisabledForceIsThatWithoutContact) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    State state = world.put(-1e-4);
    EXPECT_EQ(firstOf(advise(world.system, state, force))["touching"], 1);
    force.disable(state);
    const OneAdvice advice = firstOf(advise(world.system, state, force));
    EXPECT_EQ(advice["touching"], 0);
    EXPECT_NEAR(advice["load"], world.m * world.gravity, 1e-12); // its weight, not the load of the contact before
}

// A bad option is an error with its value, unit and range.
TEST(ContactAdvice, RejectsBadOptions) {
    BallOnFloor world(0.05, 0.5, rubber(0.5));
    const auto refuse = [&](const AdviceOptions& options, const std::vector<std::string>& parts) {
        expectMessage<std::invalid_argument>([&] { world.ask(HertzNormal(), MindlinSecant(), options); }, parts);
    };
    AdviceOptions bad;
    bad.load = -1;
    refuse(bad, {"load = -1 N", "> 0"});
    bad = {};
    bad.speed = NaN;
    refuse(bad, {"speed", "m/s"});
    SurfaceMaterial material = SurfaceMaterial().setPoissonsRatio(nu);
    expectMessage<std::invalid_argument>([&] { material.setYoungsModulusForOverlap(0.2, 1, 0.1); },
                                         {"overlap = 0.2 m", "R* = 0.1 m"});
    expectMessage<std::invalid_argument>([&] { material.setYoungsModulusForContactTime(0, 1, 1, 0.1); }, {"contactTime = 0 s"});
    EXPECT_FALSE(material.youngsModulus.isSet());
    expectMessage<std::invalid_argument>([] { SurfaceMaterial().setYoungsModulusForOverlap(1e-3, 1, 0.1); },
                                         {"poissonsRatio is not set"});
    material.setPoissonsRatio(0.6);
    expectMessages<std::invalid_argument>(
        {{[&] { material.setYoungsModulusForOverlap(1e-3, 1, 0.1); }, {"poissonsRatio = 0.6"}},
         {[] { scaleTo(SurfaceMaterial(), 0, 1); }, {"mass = 0", "> 0"}},
         {[] { youngsModulusOfElasticFoundation(1, 100, 0.01, nu); }, {"overlap", "<= R = 0.01 m"}}});
    BallOnFloor other(0.05, 0.5, rubber(0.5));
    const DEMContactForce force(world.forces, world.surfaces, HertzNormal(), MindlinSecant());
    expectMessage<std::invalid_argument>([&] { advise(other.system, other.put(0), force); }, {"another System"});
}

} // namespace test_contact_advice

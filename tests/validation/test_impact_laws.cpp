// Tests normal laws whose damping, stiffness or plasticity depends on the contact's memory, and the parameters that they need.

#include "Messages.h"
#include "Scene.h"
#include "laws/impact.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCHystereticNormal.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>

namespace test_impact_laws {
namespace {

using namespace SimTK;
using namespace simbodydem;

using Form = PFCHystereticNormal::DissipationForm;
const Form forms[] = {Form::Exact,         Form::HuntCrossley,  Form::LankaraniNikravesh,
                      Form::Gonthier,      Form::ZhiyingQishao, Form::HerbertMcWhannell,
                      Form::LeeWang,       Form::Flores,        Form::HuGuo,
                      Form::GharibHurmuzlu};

PairMaterial pairOf(const MaterialValue& restitution) {
    SurfaceMaterial m = rubber().setDissipation(0.2);
    m.restitution = restitution;
    return mixMaterials(m, m);
}

// Two 10 mm spheres of 5.2 g effective mass.
NormalInput inputAt(Real overlap, Real rate, bool firstTouch, const LawHistory& history = LawHistory()) {
    return {overlap, rate, 0.005, std::sqrt(0.005 * overlap), 0.0052359878, 100, 100, firstTouch, history};
}

Impact impactOf(const NormalLaw& law, Real speed) {
    return simulateImpact<LawHistory>(
        [&](Real overlap, Real rate, bool first, LawHistory& history) {
            const NormalOutput out = law.calcForce(inputAt(overlap, rate, first, history));
            history = out.history;
            return out.force;
        },
        0.0052359878, speed, 2e-7); // a contact lasts some 2 ms
}

PFCHystereticNormal boundPFC(Form form, Real restitution) {
    PFCHystereticNormal law;
    law.setDissipationForm(form).bind(pairOf(restitution));
    return law;
}

// Returns d, from the force at an overlap rate equal to the impact speed.
Real dampingOf(const PFCHystereticNormal& law) {
    LawHistory history;
    history.set(law.calcForce(inputAt(0, 1, true)).history.get<Real>());
    const NormalOutput out = law.calcForce(inputAt(1e-4, 1, false, history));
    return out.force / out.frictionalLoad - 1;
}

template <class Law> void expectBindFails(Law law, const PairMaterial& pair, const std::string& part) {
    expectMessage<std::invalid_argument>([&] { law.bind(pair); }, {part});
}

// The published forms have these d at e = 0.5, in the order of the enumeration.
TEST(PFCHysteretic, HasThePublishedDampings) {
    const Real dampings[] = {1.4327505, 0.75, 0.5625, 1.5, 1.5290335, 1, 0.375, 1.6, 1.5, 2};
    for (int i = 0; i < 10; ++i)
        EXPECT_NEAR(dampingOf(boundPFC(forms[i], 0.5)), dampings[i], 1e-7) << i; // the digits given
}

// For 0.9, 0.7, 0.5 and 0.3, Exact has the restitution that was set, and the other forms have that of the exact relation.
TEST(PFCHysteretic, HasTheRestitutionOfEachForm) {
    const Real asked[] = {.9, .7, .5, .3};
    const Real returned[][4] = {{.9, .7, .5, .3},
                                {.9090, .7680, .6630, .5813},
                                {.9132, .7960, .7252, .6842},
                                {.8764, .6696, .4877, .3042},
                                {.8959, .6796, .4826, .3267},
                                {.9009, .7227, .5936, .5200},
                                {.9524, .8693, .7992, .7390},
                                {.8939, .6832, .4704, .2562},
                                {.8999, .6973, .4877, .2707},
                                {.5668, .5008, .4107, .2819}};
    for (int i = 0; i < 10; ++i)
        for (int k = 0; k < 4; ++k)
            EXPECT_NEAR(impactOf(boundPFC(forms[i], asked[k]), 1).restitution, returned[i][k], 1e-4)
                << i << " " << asked[k]; // the digits given
}

// A minimal restitution replaces a smaller one, and makes e = 0 possible for forms without a limit there.
TEST(PFCHysteretic, HasAMinimalRestitution) {
    PFCHystereticNormal law;
    law.setMinimalRestitution(0.5).bind(pairOf(0));
    EXPECT_NEAR(dampingOf(law), 1.4327505, 1e-7); // the digits given
    for (const char* part : {"restitution = 0;", "setMinimalRestitution"})
        expectBindFails(PFCHystereticNormal().setDissipationForm(Form::Flores), pairOf(0), part);
    EXPECT_NO_THROW(PFCHystereticNormal().setDissipationForm(Form::LeeWang).bind(pairOf(0)));
    EXPECT_THROW(PFCHystereticNormal().setMinimalRestitution(1.1), std::invalid_argument);
    EXPECT_THROW(PFCHystereticNormal().setMinimalRestitution(NaN), std::invalid_argument);
}

// From restitution the Hunt-Crossley law has the restitution that was set. From dissipation it has that of the exact relation.
TEST(HuntCrossleyNormalLaw, ReturnsTheSetRestitution) {
    HuntCrossleyNormal fromRestitution, fromDissipation;
    fromRestitution.setDamping(HuntCrossleyNormal::Damping::FromRestitution).bind(pairOf(0.7));
    for (Real speed : {0.5, 2.}) EXPECT_NEAR(impactOf(fromRestitution, speed).restitution, 0.7, 1e-5); // the step
    fromDissipation.bind(pairOf({}));
    EXPECT_NEAR(impactOf(fromDissipation, 0.5).restitution, .9090157, 1e-5); // c v = 0.1
}

// Realized damping has the restitution that was set if the force may not pull, also as a critical ratio, to 1e-6.
TEST(RealizedDamping, ReturnsTheSetRestitution) {
    using Damping = HertzNormal::Damping;
    for (Real asked : {0.1, 0.5, 0.9}) {
        for (Damping damping : {Damping::TsujiTanakaIshida, Damping::CriticalRatio}) {
            HertzNormal hertz;
            hertz.setDamping(damping).bind(pairOf(asked));
            EXPECT_NEAR(impactOf(hertz, 1).restitution, asked, 1e-6); // the requirement of the project
        }
        LinearNormal linear;
        linear.setStiffness(1e5).bind(pairOf(asked));
        EXPECT_NEAR(impactOf(linear, 1).restitution, asked, 1e-5); // the last step before the clamp
    }
}

// With the textbook's meaning a critical ratio is that of the linear oscillator, which gives another restitution on Hertz's spring.
TEST(TextbookDamping, HasAnotherRestitutionForACriticalRatio) {
    HertzNormal law;
    law.setDamping(HertzNormal::Damping::CriticalRatio).setTension(Tension::Allowed);
    law.setRestitutionMeaning(RestitutionMeaning::Textbook).bind(pairOf(0.5));
    EXPECT_NEAR(impactOf(law, 1).restitution, .466252, 1e-5); // exp(-pi alpha/sqrt(5 - alpha^2)), alpha = sqrt(6) beta
}

// The computed coefficient of a dashpot whose restitution depends on speed gives e at that speed, clamped and with tension. At another
// speed it gives another restitution.
TEST(DampingCoefficient, ReturnsTheSetRestitutionAtItsSpeed) {
    using Damping = HertzNormal::Damping;
    const PairMaterial pair = pairOf({});
    for (Damping damping : {Damping::KuwabaraKono, Damping::LeeHerrmann, Damping::Linear})
        for (Tension tension : {Tension::Clamped, Tension::Allowed})
            for (Real asked : {0.1, 0.5, 0.9}) {
                HertzNormal law;
                law.setDamping(damping).setTension(tension);
                law.setDampingCoefficient(
                    law.calcDampingCoefficient(asked, {0.5, 0.0052359878, 0.005, pair.effectiveYoungsModulus}));
                law.bind(pair);
                EXPECT_NEAR(impactOf(law, 0.5).restitution, asked, 2e-5) << int(damping); // step of impactOf
                EXPECT_GT(std::abs(impactOf(law, 2).restitution - asked), 1e-3) << int(damping);
            }
}

// A restitution of 1 needs no dashpot. None of these dashpots has a restitution of 0.
TEST(DampingCoefficient, ExistsForElasticButNotForPlasticImpacts) {
    using Damping = HertzNormal::Damping;
    const PairMaterial pair = pairOf({});
    const HertzImpact impact{1, 0.0052359878, 0.005, pair.effectiveYoungsModulus};
    for (Damping damping : {Damping::KuwabaraKono, Damping::LeeHerrmann, Damping::Linear}) {
        HertzNormal law;
        law.setDamping(damping);
        EXPECT_EQ(law.calcDampingCoefficient(1, impact), 0);
        law.setDampingCoefficient(law.calcDampingCoefficient(0.007, impact)).bind(pair);
        EXPECT_NEAR(impactOf(law, 1).restitution, 0.007, 1e-4); // step of impactOf
        for (Real little : {0., 0.00699})
            EXPECT_THROW(law.calcDampingCoefficient(little, impact), std::invalid_argument);
    }
    const auto expectThrows = [&](Real restitution, const HertzImpact& bad, Damping damping) {
        EXPECT_THROW(HertzNormal().setDamping(damping).calcDampingCoefficient(restitution, bad), std::invalid_argument);
    };
    expectThrows(0.5, impact, Damping::TsujiTanakaIshida);
    expectThrows(1.1, impact, Damping::Linear);
    expectThrows(NaN, impact, Damping::Linear);
    for (Real bad : {0., -1., NaN}) {
        expectThrows(0.5, {bad, 1, 1, 1}, Damping::Linear);
        expectThrows(0.5, {1, bad, 1, 1}, Damping::Linear);
        expectThrows(0.5, {1, 1, bad, 1}, Damping::Linear);
        expectThrows(0.5, {1, 1, 1, bad}, Damping::Linear);
    }
}

// A value that a law latches is used as stored in the evaluation that latches it. Each law gives the same force, stiffness and
// frictional load again with its own history, at first contact or later.
TEST(ImpactLaws, AreContinuousAtTheCommit) {
    HuntCrossleyNormal huntCrossley;
    huntCrossley.setDamping(HuntCrossleyNormal::Damping::FromRestitution).bind(pairOf(0.5));
    LinearNormal linear;
    linear.bind(pairOf(0.5));
    ElastoplasticNormal plastic;
    plastic.setLoadingStiffness(1e5).setCohesiveStiffness(1e4).bind(pairOf(0.5));
    const PFCHystereticNormal pfc = boundPFC(Form::Exact, 0.5);
    for (const NormalLaw* law : {(const NormalLaw*)&huntCrossley, (const NormalLaw*)&linear, (const NormalLaw*)&plastic,
                                 (const NormalLaw*)&pfc})
        for (Real rate : {-1., 0., 1e-6, 1.}) {
            const NormalOutput before = law->calcForce(inputAt(1e-4, rate, true));
            const NormalOutput after = law->calcForce(inputAt(1e-4, rate, false, before.history));
            EXPECT_EQ(after.force, before.force) << law->getName() << " " << rate;
            EXPECT_EQ(after.stiffness, before.stiffness) << law->getName() << " " << rate;
            EXPECT_EQ(after.frictionalLoad, before.frictionalLoad) << law->getName() << " " << rate;
        }
}

// With tension the linear law has the restitution that was set, at each speed.
TEST(LinearNormalLaw, ReturnsTheSetRestitution) {
    LinearNormal law;
    law.setTension(Tension::Allowed).bind(pairOf(0.5));
    for (Real speed : {0.1, 1.}) EXPECT_NEAR(impactOf(law, speed).restitution, 0.5, 1e-5); // the step
}

// The elastoplastic law has the restitution that was set through its k_U = k_L/e^2.
TEST(ElastoplasticNormalLaw, ReturnsTheSetRestitution) {
    ElastoplasticNormal law;
    law.setLoadingStiffness(1e4).bind(pairOf(0.5));
    for (Real speed : {0.1, 1.})
        EXPECT_NEAR(impactOf(law, speed).restitution, 0.5, 1e-4); // the turning point within a step
}

// An error names a missing parameter that a choice needs, with its unit.
TEST(ImpactLaws, NameMissingParameters) {
    using Damping = HertzNormal::Damping;
    for (Damping damping : {Damping::KuwabaraKono, Damping::LeeHerrmann, Damping::Linear})
        expectBindFails(HertzNormal().setDamping(damping).setDampingRatio(0.1), pairOf(0.5), "setDampingCoefficient()");
    expectBindFails(ElastoplasticNormal(), pairOf(0.5), "setLoadingStiffness() [N/m]");
    expectBindFails(ElastoplasticNormal().setLoadingStiffness(1), pairOf(0), "setUnloadingStiffness() [N/m]");
    expectBindFails(ElastoplasticNormal().setLoadingStiffness(2).setUnloadingStiffness(1), pairOf(0.5),
                    "k_U = 1 N/m; it must be >= k_L = 2 N/m");
}

// A bad parameter is an error at the call that sets it: negative, zero if that is meaningless, NaN.
TEST(ImpactLaws, RejectBadParameters) {
    EXPECT_THROW(HertzNormal().setDampingRatio(-1), std::invalid_argument);
    EXPECT_THROW(HertzNormal().setDampingCoefficient(NaN), std::invalid_argument);
    EXPECT_THROW(HuntCrossleyNormal().setMinimumImpactSpeed(NaN), std::invalid_argument);
    EXPECT_THROW(PFCHystereticNormal().setMinimumImpactSpeed(-1), std::invalid_argument);
    EXPECT_THROW(ElastoplasticNormal().setLoadingStiffness(0), std::invalid_argument);
    EXPECT_THROW(ElastoplasticNormal().setUnloadingStiffness(NaN), std::invalid_argument);
    EXPECT_THROW(ElastoplasticNormal().setCohesiveStiffness(-1), std::invalid_argument);
    EXPECT_THROW(HollarsFriction().setTransitionVelocity(0), std::invalid_argument);
    EXPECT_THROW(HollarsFriction().setViscousFriction(-1), std::invalid_argument);
}

// A sphere that is put down without approach comes to rest if the law has a minimum impact speed. Otherwise it oscillates on.
TEST(PFCHystereticForce, DampsAPlacedSphereByTheMinimumSpeed) {
    for (bool hasMinimum : {false, true}) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        world.addGravity();
        PFCHystereticNormal normal;
        if (hasMinimum) normal.setMinimumImpactSpeed(0.1);
        auto force = world.makeForce<PFCHystereticForce>(normal);
        State state = world.start();
        sphere.setQToFitTranslation(state, Vec3(0, 0.1 - 1.6e-4, 0)); // at rest its overlap is 1.25e-4 m
        Merson integrator(world.system, state, 1e-6);
        Real highest = 0; // speed over two periods of 0.1 s each
        for (int i = 0; i < 20; ++i) {
            advance(integrator, 0.5 + 0.01 * i);
            highest = std::max(highest, sphere.getBodyOriginVelocity(integrator.getState()).norm());
        }
        if (hasMinimum)
            EXPECT_LT(highest, 1e-5); // 1/e in 0.03 s from 2 mm/s
        else
            EXPECT_GT(highest, 1e-3);
    }
}

// In a whole system the rebound speed does not depend on the integrator's steps, which determine the first evaluation of a contact.
TEST(PFCHystereticForce, HasTheSameRestitutionAtEveryAccuracy) {
    for (Real accuracy : {1e-4, 1e-7}) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        PFCHystereticForce force(world.forces, world.surfaces);
        SurfaceMaterial material = rubber().setRestitution(0.5);
        force.setMaterialForAll(material);
        State state = world.start(sphere, Vec3(0, 0.11, 0), Vec3(0, -1, 0));
        const State end = world.run(state, 0.1, accuracy);
        EXPECT_NEAR(sphere.getBodyOriginVelocity(end)[1], 0.5, 1e-3); // the looser accuracy
    }
}

} // namespace
} // namespace test_impact_laws

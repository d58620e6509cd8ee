// Tests tangential laws and PFC's linear model in whole systems, through their public setters.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/normal/PFCLinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinConservative.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/PFCLinearShear.h>
#include <simbodydem/laws/tangential/TangentialDashpot.h>
#include <simbodydem/laws/tangential/TangentialSpring.h>

#include <random>

namespace test_tangential_laws {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct Rebound {
    Real tangential, normal; // speed after over before
    Real spin;               // > 0 rolls towards the tangential velocity [rad/s]
    Real heat, gain;         // reported heat, and growth of heat and energy together, over the energy before
};

// Throws a sphere of 2.5 mm on a floor of its own material at 3.9 m/s, at this angle from the normal.
Rebound throwAtFloor(const NormalLaw& normal, const TangentialLaw& tangential, Real degrees, Real restitution = 1,
                     Real friction = 0.092) {
    FloorScene world;
    auto sphere = world.addSphere(0.0025);
    DEMContactForce force(world.forces, world.surfaces, normal, tangential);
    SurfaceMaterial alumina = rubber()
                                  .setYoungsModulus(3.8e11)
                                  .setPoissonsRatio(0.23)
                                  .setRestitution(restitution)
                                  .setStaticFriction(friction);
    force.setMaterialForAll(alumina).setTrackDissipatedEnergy(true);
    State state = world.start();
    const Real angle = degrees * Pi / 180;
    const Vec3 before(3.9 * std::sin(angle), -3.9 * std::cos(angle), 0);
    sphere.setQToFitTranslation(state, Vec3(0, 0.0025, 0));
    sphere.setUToFitLinearVelocity(state, before);
    // the contact lasts some 8e-6 s; the turning point falls within a step
    Merson integrator(world.system, state, 1e-8, 1e-7);
    const auto energyIn = [&](const State& s) {
        world.system.realize(s, Stage::Acceleration);
        return world.system.calcEnergy(s) + force.getDissipatedEnergy(s);
    };
    const Real energy = energyIn(state);
    advance(integrator, 5e-5);
    const State& end = integrator.getState();
    const Vec3 after = sphere.getBodyOriginVelocity(end);
    return {after[0] / before[0], -after[1] / before[1], -sphere.getBodyAngularVelocity(end)[2],
            force.getDissipatedEnergy(end) / energy, energyIn(end) / energy - 1};
}

// Returns the force on a sphere that is pushed 1 mm into the floor and then displaced by `slip` along it, without velocity.
template <class ForceType>
Vec3 forceAfterSlip(FloorScene& world, const ForceType& force, MobilizedBody::Free& sphere, Real radius, Real slip) {
    State state = world.start(sphere, Vec3(0, radius - 1e-3, 0));
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    sphere.setQToFitTranslation(state, Vec3(slip, radius - 1e-3, 0));
    return world.forcesOf(force, state)[sphere.getMobilizedBodyIndex()][1];
}

// At grazing incidence the secant returns 1.0034 of the tangential speed at 2 degrees. The incremental law loses speed.
TEST(MindlinIncremental, GainsNothingAtGrazingStick) {
    const HertzNormal hertz;
    EXPECT_NEAR(throwAtFloor(hertz, MindlinSecant(), 2).tangential, 1.0034, 1e-4);       // the digits given
    EXPECT_NEAR(throwAtFloor(hertz, MindlinIncremental(), 2).tangential, .880088, 1e-4); // independent RK4, as below
}

// With and without rescaling, rebounds agree with an independent RK4 integration of sphere, spin and elastic force in 40000 steps.
TEST(MindlinIncremental, MeetsAnIndependentSolution) {
    struct Peer {
        bool rescale;
        Real degrees, e_t, spin;
    };
    for (const Peer& peer :
         {Peer{true, 5, .865168, 45.7478}, Peer{true, 10, .711238, 195.2348}, Peer{true, 20, .618842, 507.6492},
          Peer{false, 5, .897028, 34.9308}, Peer{false, 10, .714265, 193.1876}, Peer{false, 20, .608182, 521.8494}}) {
        const Rebound r =
            throwAtFloor(HertzNormal(), MindlinIncremental().setRescaleOnUnloading(peer.rescale), peer.degrees);
        EXPECT_NEAR(r.tangential, peer.e_t, 1e-4); // second order in the step, some 80 steps
        EXPECT_NEAR(r.spin / peer.spin, 1, 2e-3) << peer.degrees;
    }
}

// The loss to the changing stiffness is reported: without sliding the sum of energy and heat is constant.
TEST(MindlinIncremental, AccountsForItsEnergyWhileSticking) {
    const Rebound r = throwAtFloor(HertzNormal(), MindlinIncremental(), 20, 1, 100);
    EXPECT_GT(r.heat, 0.01);
    EXPECT_NEAR(r.gain, 0, 3e-4); // energy at the last step before separation
}

// With the textbook's damping PFC's linear model has the set restitution if the dashpot may pull, otherwise the clamped closed form.
// With realized restitution it always has the set restitution.
TEST(PFCLinear, ReturnsItsRestitution) {
    const Real l = std::log(2.), beta = l / std::sqrt(l * l + Pi * Pi);
    const Real clamped = std::exp(-beta / std::sqrt(1 - beta * beta) * (Pi - 2 * std::asin(beta)));
    for (const auto& [mode, e] : {std::pair{DashpotMode::Full, 0.5},
                                  {DashpotMode::NoTension, clamped},
                                  {DashpotMode::CutShearWhenSlipping, 0.5},
                                  {DashpotMode::NoTensionAndCutShear, clamped}}) {
        PFCLinearNormal normal = PFCLinearNormal().setDashpotMode(mode);
        const PFCLinearShear shear = PFCLinearShear().setDashpotMode(mode);
        EXPECT_NEAR(throwAtFloor(normal, shear, 0, 0.5).normal, 0.5, 1e-4); // step at the clamp
        normal.setRestitutionMeaning(RestitutionMeaning::Textbook);
        EXPECT_NEAR(throwAtFloor(normal, shear, 0, 0.5).normal, e, 1e-4);
    }
}

// Friction feels PFC's spring alone, not its dashpot: the limit is kn delta mu at any speed of approach.
TEST(PFCLinear, FrictionDependsOnTheSpringOnly) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    auto force = world.makeForce<PFCLinearForce>(PFCLinearNormal().setStiffness(1e5).setDampingRatio(1),
                                                 PFCLinearShear().setStiffness(1e5));
    State state = world.start(sphere, Vec3(0, 0.099, 0));
    world.system.realize(state, Stage::Acceleration);
    state.autoUpdateDiscreteVariables();
    sphere.setQToFitTranslation(state, Vec3(0.01, 0.099, 0));
    sphere.setUToFitLinearVelocity(state, Vec3(0, -3, 0));
    const Vec3 f = world.forcesOf(force, state)[sphere.getMobilizedBodyIndex()][1];
    EXPECT_GT(f[1], 500);
    EXPECT_NEAR(f[0], -0.5 * 1e5 * 1e-3, 1e-8); // rounding of positions
}

// The deformability method on a plane gives kn = pi R E and ks = kn/kappa*.
TEST(PFCLinear, TakesItsStiffnessesFromTheModulus) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    auto force = world.makeForce<PFCLinearForce>(PFCLinearNormal().setEffectiveModulus(1e7),
                                                 PFCLinearShear().setNormalToShearStiffnessRatio(2.5));
    const Vec3 f = forceAfterSlip(world, force, sphere, 0.1, 1e-4);
    EXPECT_NEAR(f[1], Pi * 0.1 * 1e7 * 1e-3, 1e-6); // rounding of positions, here and below
    EXPECT_NEAR(f[0], -Pi * 0.1 * 1e7 / 2.5 * 1e-4, 1e-6);
}

// Mindlin's kt/kn at nu = 0.3 is 0.8235294, also with a linear normal law and for any mixing rule of the moduli.
TEST(Cundall, TakesItsRatioFromPoisson) {
    for (MixingRules::Moduli rule : {MixingRules::Moduli::Hertz, MixingRules::Moduli::TwoThirdsPower}) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        CundallForce force(world.forces, world.surfaces, LinearNormal().setStiffness(1e5),
                           CundallSlider().setStiffnessRatioFromPoisson());
        MixingRules rules;
        rules.moduli = rule;
        force.setMaterialForAll(rubber()).setMixingRules(rules);
        EXPECT_NEAR(forceAfterSlip(world, force, sphere, 0.1, 1e-5)[0], -0.8235294, 1e-7); // the digits given
    }
}

// With no slip allowed a contact holds any displacement and needs no friction.
TEST(Cundall, NeedsNoFrictionWithNoSlip) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    CundallForce force(world.forces, world.surfaces, LinearNormal().setStiffness(1e5).setDampingRatio(0),
                       CundallSlider().setStiffness(2e4).setTangentialDampingRatio(0).setNoSlip(true));
    EXPECT_NEAR(forceAfterSlip(world, force, sphere, 0.1, 0.005)[0], -100, 1e-8); // rounding of positions
}

// Each of DEMLab's nonlinear forms has the force of its formula.
TEST(NonlinearSlider, GivesEachFormsForce) {
    using Form = NonlinearSpringDashpotSlider::Form;
    const Real G = 1e7 / 2.6 / (2 * 1.7), E = 1e7 / (2 * 0.91); // G*, E* of rubber() on rubber()
    const Real a = std::sqrt(0.1 * 1e-3), kt = 8 * G * a, limit = 0.5 * 4 / 3 * E * a * 1e-3;
    const Real slip = 2e-4, full = 3 * limit / (16 * G * a);
    const Real curve = limit * (1 - std::pow(1 - slip / full, 1.5));
    for (const auto& [form, expected] : {std::pair{Form::DiRenzoDiMaio, kt * slip * 2 / 3},
                                         {Form::LangstonTuzunHeyes, curve},
                                         {Form::ZhuZhouYu, curve},
                                         {Form::TsujiTanakaIshida, kt * slip}}) {
        FloorScene world;
        auto sphere = world.addSphere(0.1);
        auto force = world.makeForce<DEMContactForce>(HertzNormal(), NonlinearSpringDashpotSlider(form));
        EXPECT_NEAR(forceAfterSlip(world, force, sphere, 0.1, slip)[0], -expected, 1e-10 * limit); // rounding
    }
}

// Spring and dashpot without a limit have the forces kt times the slip, and eta times the speed.
TEST(TangentialSpringAndDashpot, HaveTheForcesOfTheirFormulas) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    const LinearNormal normal = LinearNormal().setStiffness(1e5).setDampingRatio(0);
    DEMContactForce spring(world.forces, world.surfaces, normal, TangentialSpring().setStiffness(3e4));
    EXPECT_NEAR(forceAfterSlip(world, spring, sphere, 0.1, 0.005)[0], -150, 1e-8); // rounding of positions
    spring.setDisabledByDefault(true);
    DEMContactForce dashpot(world.forces, world.surfaces, normal, TangentialDashpot().setTangentialDamping(7));
    State state = world.start(sphere, Vec3(0, 0.099, 0), Vec3(30, 0, 0));
    EXPECT_NEAR(world.forcesOf(dashpot, state)[sphere.getMobilizedBodyIndex()][1][0], -210, 1e-10); // rounding
}

// A bad parameter is an error at the call that sets it, with law, parameter, value and unit.
TEST(TangentialLaws, RejectBadParameters) {
    EXPECT_EQ(messageOf([] { MindlinIncremental().setTangentialDampingRatio(-1); }),
              "MindlinIncremental: tangentialDampingRatio = -1; it must be >= 0 and finite");
    EXPECT_EQ(messageOf([] { PFCLinearNormal().setStiffness(0); }),
              "PFCLinearNormal: stiffness kn = 0 N/m; it must be > 0 and finite");
    EXPECT_EQ(messageOf([] { PFCLinearNormal().setEffectiveModulus(NaN); }),
              "PFCLinearNormal: effectiveModulus E = nan Pa; it must be > 0 and finite");
    EXPECT_EQ(messageOf([] { PFCLinearShear().setStiffness(-1); }),
              "PFCLinearShear: stiffness ks = -1 N/m; it must be >= 0 and finite");
    EXPECT_EQ(messageOf([] { PFCLinearShear().setNormalToShearStiffnessRatio(0); }),
              "PFCLinearShear: normalToShearStiffnessRatio kn/ks = 0; it must be > 0 and finite");
    EXPECT_EQ(messageOf([] { NonlinearSpringDashpotSlider().setTangentialViscosity(-1); }),
              "NonlinearSpringDashpotSlider: tangentialViscosity eta = -1 Pa s; it must be >= 0 and finite");
    EXPECT_EQ(messageOf([] { TangentialSpring().setStiffness(Infinity); }),
              "TangentialSpring: stiffness kt = inf N/m; it must be > 0 and finite");
    EXPECT_EQ(messageOf([] { TangentialDashpot().setTangentialDamping(0); }),
              "TangentialDashpot: tangentialDamping eta = 0 N s/m; it must be > 0 and finite");
}

// If both surfaces are rigid, a stiffness from the materials is an error that names the law.
TEST(TangentialLaws, RejectTwoRigidSurfaces) {
    const auto messageFor = [](const NormalLaw& normal, const TangentialLaw& tangential) {
        FloorScene world;
        world.addSphere(0.1);
        DEMContactForce force(world.forces, world.surfaces, normal, tangential);
        SurfaceMaterial rigid = rubber().setYoungsModulus(Infinity);
        force.setMaterialForAll(rigid);
        return messageOf([&] { world.start(); });
    };
    const LinearNormal linear = LinearNormal().setStiffness(1e5);
    for (const auto& [message, law] :
         {std::pair{messageFor(linear, MindlinIncremental()), "MindlinIncremental: both surfaces are rigid"},
          {messageFor(linear, NonlinearSpringDashpotSlider()), "NonlinearSpringDashpotSlider: both surfaces are rigid"},
          {messageFor(linear, CundallSlider().setStiffnessRatioFromPoisson()),
           "CundallSlider: both surfaces are rigid"},
          {messageFor(PFCLinearNormal(), PFCLinearShear()), "PFCLinearNormal: both surfaces are rigid"}})
        EXPECT_NE(message.find(law), std::string::npos) << message;
}

Real largestOf(const Mat33& m) {
    Real most = 0;
    for (int k = 0; k < 3; ++k) most = std::max(most, m(k).norm());
    return most;
}

Mat33 columnsOf(const ContactPartials<Vec3>& p) { return Mat33(p.overlap, p.overlapRate, p.effectiveRadius); }

// The derivatives of a law with a Kelvin-Voigt element are those of its force: at first touch and later, where it sticks, begins to slide, slides
// and stops.
TEST(KelvinVoigtElement, HasTheDerivativesOfItsForce) {
    const PairMaterial pair = mixMaterials(rubber(), rubber());
    const Real radius = 0.01, mass = 0.02, time = 1e-4;
    HertzNormal hertz;
    hertz.bind(pair);
    std::vector<std::unique_ptr<TangentialLaw>> laws;
    laws.emplace_back(new MindlinSecant());
    laws.emplace_back(new MindlinConservative(MindlinConservative().setKelvinVoigt()));
    laws.emplace_back(new MindlinIncremental(MindlinIncremental().setKelvinVoigt()));
    laws.emplace_back(new CundallSlider(CundallSlider().setKelvinVoigt()));
    std::mt19937 random(1);
    std::uniform_real_distribution<Real> unit(-1, 1);
    const auto vector = [&](Real size) { return Vec3(size * unit(random), size * unit(random), 0); };
    for (const auto& law : laws) {
        law->bind(pair);
        int sliding = 0;
        for (int i = 0; i < 200; ++i) {
            const auto contactAt = [&] {
                NormalInput contact{};
                contact.overlap = 1e-5 * (1.5 + unit(random));
                contact.overlapRate = 0.01 * unit(random);
                contact.effectiveRadius = radius;
                contact.contactRadius = std::sqrt(radius * contact.overlap);
                contact.effectiveMass = mass;
                contact.curvatureA = 1 / radius;
                return contact;
            };
            const NormalInput committed = contactAt(), contact = contactAt();
            const NormalOutput normalBefore = hertz.calcForce(committed), normal = hertz.calcForce(contact);
            TangentialInput before{committed, normalBefore, Vec3(0), time * vector(0.01), vector(0.01), mass, LawHistory()};
            before.time = time;
            before.normalDirection = Vec3(0, 0, 1);
            TangentialInput in{contact, normal, Vec3(0), time * vector(0.01), vector(0.01), mass, LawHistory()};
            in.time = time;
            in.normalDirection = Vec3(0, 0, 1);
            const bool isNew = i % 4 == 0;
            if (!isNew) {
                const TangentialOutput output = law->calcForce(before);
                in.displacement = output.displacement;
                in.history = output.history;
                in.dashpotAtCommit = output.dampingTime * before.slipVelocity;
                in.limitLengthAtCommit = output.limitLength;
                in.dampingTimeAtCommit = output.dampingTime;
                in.slipAtPresentVelocity = time * in.slipVelocity;
            }
            sliding += law->calcForce(in).sliding;
            const NormalTangent byContact = hertz.calcTangent(contact);
            const TangentialTangent exact = law->calcTangent(in, byContact),
                                    difference = law->TangentialLaw::calcTangent(in, byContact);
            const auto expectEqual = [&](const Mat33& a, const Mat33& b, Real scale, const char* what) {
                // Differences err by 1e-11 of a length over steps of 6e-6 of it, and by the square of these steps where slip turns.
                EXPECT_LE(largestOf(a - b), 1e-7 * scale) << law->getName() << ", case " << i << ", " << what;
            };
            const Real stiffness = largestOf(exact.slipIncrement) + largestOf(exact.displacement);
            expectEqual(exact.displacement, difference.displacement, stiffness, "displacement");
            expectEqual(exact.slipIncrement, difference.slipIncrement, stiffness, "slipIncrement");
            expectEqual(exact.slipVelocity, difference.slipVelocity, largestOf(exact.slipVelocity), "slipVelocity");
            for (int k = 0; k < 3; ++k) {
                const Vec3 column = columnsOf(exact.contact)(k);
                EXPECT_LE((column - columnsOf(difference.contact)(k)).norm(), 1e-7 * column.norm())
                    << law->getName() << ", case " << i << ", contact " << k;
            }
            if (isNew) continue;
            expectEqual(exact.dashpotAtCommit, difference.dashpotAtCommit, stiffness, "dashpotAtCommit");
            expectEqual(exact.slipAtPresentVelocity, difference.slipAtPresentVelocity, stiffness, "slipAtPresentVelocity");
        }
        EXPECT_GT(sliding, 20) << law->getName();
        EXPECT_LT(sliding, 160) << law->getName();
    }
}

} // namespace
} // namespace test_tangential_laws

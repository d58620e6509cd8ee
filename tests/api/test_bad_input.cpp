// Tests bad input: it throws at the call that passes it. The message names law, parameter, unit, value, range and surface.

#include "Heard.h"
#include "Messages.h"
#include "World.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/DashpotSlider.h>

namespace test_bad_input {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct BadInput : ::testing::Test, World {
    MobilizedBody::Free sphere = addSphere(0.1);
    HertzMindlinForce force{forces, contacts, set};
    const ContactSurfaceIndex one{1};

    SurfaceMaterial with(MaterialValue SurfaceMaterial::*value, const MaterialValue& x) {
        SurfaceMaterial m = rubber();
        m.*value = x;
        return m;
    }
};

// A material value out of range is an error at setMaterial, with name, value, unit, range and surface.
TEST_F(BadInput, MaterialValuesOutOfRange) {
    const auto set1 = [&](MaterialValue SurfaceMaterial::*v, Real x) {
        return [this, v, x] { force.setMaterial(one, with(v, x)); };
    };
    expectMessage(set1(&SurfaceMaterial::youngsModulus, 0), {"surface 1", "youngsModulus = 0 Pa", "> 0"});
    expectMessage(set1(&SurfaceMaterial::youngsModulus, -3), {"youngsModulus = -3 Pa"});
    expectMessage(set1(&SurfaceMaterial::poissonsRatio, 0.51), {"poissonsRatio = 0.51;", "(-1, 0.5]"});
    expectMessage(set1(&SurfaceMaterial::poissonsRatio, -1), {"poissonsRatio = -1;", "(-1, 0.5]"});
    expectMessage(set1(&SurfaceMaterial::restitution, 1.01), {"restitution = 1.01;", "[0, 1]"});
    expectMessage(set1(&SurfaceMaterial::restitution, -0.1), {"restitution = -0.1;", "[0, 1]"});
    expectMessage(set1(&SurfaceMaterial::staticFriction, -1), {"staticFriction = -1;", ">= 0"});
    expectMessage(set1(&SurfaceMaterial::staticFriction, Infinity), {"staticFriction = inf;", "finite"});
    expectMessage(set1(&SurfaceMaterial::dissipation, -1), {"dissipation = -1 s/m", ">= 0"});
    expectMessage(set1(&SurfaceMaterial::rollingFriction, -1), {"rollingFriction = -1;"});
    expectMessage(set1(&SurfaceMaterial::twistingFriction, -1), {"twistingFriction = -1;"});
}

// Kinetic above static friction is an error that gives both values.
TEST_F(BadInput, KineticAboveStaticFriction) {
    expectMessage([&] { force.setMaterial(one, with(&SurfaceMaterial::kineticFriction, 0.6)); },
                  {"surface 1", "kineticFriction = 0.6", "staticFriction = 0.5", "[0, staticFriction]"});
}

// A surface that does not exist is an error that gives the number of surfaces.
TEST_F(BadInput, WrongSurfaceIndex) {
    expectMessage([&] { force.setMaterial(ContactSurfaceIndex(7), rubber()); },
                  {"setMaterial", "surface 7", "2 surfaces", "[0, 2)"});
    expectMessage([&] { force.setPairMaterial(one, ContactSurfaceIndex(2), rubber()); },
                  {"setPairMaterial", "surface 2"});
    expectMessage([&] { force.setPairMaterial(one, one, rubber()); }, {"surface 1", "a pair needs two"});
}

// A contact set that does not exist is an error.
TEST_F(BadInput, WrongContactSet) {
    expectMessage([&] { CundallForce(forces, contacts, ContactSetIndex(3)); }, {"contact set 3", "[0, 1)"});
}

// realizeTopology() names each surface and each missing value.
TEST_F(BadInput, MissingMaterialNamesAll) {
    addSphere(0.2);
    force.setMaterial(one, with(&SurfaceMaterial::restitution, {}));
    expectMessage([&] { system.realizeTopology(); },
                  {"DEMContactForce(HertzNormal, MindlinSecant)",
                   "surface 0 on body 0: youngsModulus [Pa], poissonsRatio", "surface 1 on body 1: restitution",
                   "surface 2 on body 2: youngsModulus [Pa]", "staticFriction"});
}

// A law needs only the values that it uses: no restitution without damping, and no moduli with given stiffnesses.
TEST_F(BadInput, UnusedValuesMayBeMissing) {
    World world;
    world.addSphere(0.1);
    CundallForce cundall(world.forces, world.contacts, world.set, LinearNormal().setStiffness(1e5).setDampingRatio(0),
                         CundallSlider().setTangentialDampingRatio(0));
    SurfaceMaterial frictionOnly = SurfaceMaterial().setStaticFriction(0.3);
    cundall.setMaterialForAll(frictionOnly);
    EXPECT_NO_THROW(world.system.realizeTopology());
}

// Two rigid surfaces that can meet are an error, since they have no stiffness. Two rigid planes on Ground never meet and are valid.
TEST_F(BadInput, TwoRigidSurfaces) {
    contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), Vec3(0));
    SurfaceMaterial rigid = with(&SurfaceMaterial::youngsModulus, Infinity);
    force.setMaterialForAll(rigid);
    expectMessage([&] { system.realizeTopology(); },
                  {"surface 0 on body 0 and surface 1 on body 1", "rigid", "inf Pa"});
    force.setMaterial(one, rubber());
    EXPECT_NO_THROW(system.realizeTopology());
}

// Laws check their own parameters: NaN, infinite, negative and zero values are errors.
TEST_F(BadInput, LawParametersOutOfRange) {
    expectMessages(
        {{[] { LinearNormal().setStiffness(-5); }, {"LinearNormal", "stiffness kn = -5 N/m", "> 0"}},
         {[] { LinearNormal().setStiffness(NaN); }, {"LinearNormal", "nan N/m"}},
         {[] { LinearNormal().setDampingRatio(-0.1); }, {"LinearNormal", "dampingRatio = -0.1;", ">= 0"}},
         {[] { CundallSlider().setStiffness(0); }, {"CundallSlider", "stiffness kt = 0 N/m"}},
         {[] { CundallSlider().setStiffnessRatio(Infinity); }, {"CundallSlider", "kt/kn = inf;", "finite"}},
         {[] { CundallSlider().setTangentialDampingRatio(NaN); }, {"CundallSlider", "tangentialDampingRatio = nan"}},
         {[] { MindlinSecant().setTangentialDampingRatio(-1); }, {"MindlinSecant", "tangentialDampingRatio = -1;"}},
         {[] { MindlinSecant().setTransitionVelocity(0); }, {"MindlinSecant", "transitionVelocity = 0 m/s"}},
         {[] { DashpotSlider().setTangentialDamping(0); }, {"DashpotSlider", "eta = 0 N s/m", "> 0"}}});
}

// A fixed effective mass must be positive and finite.
TEST_F(BadInput, FixedEffectiveMassOutOfRange) {
    expectMessage([&] { force.setEffectiveMass(0.0); }, {"setEffectiveMass", "mass = 0 kg", "> 0"});
    expectMessage([&] { force.setEffectiveMass(NaN); }, {"mass = nan kg"});
}

// A body without mass has no two-body effective mass; the message names the surfaces and the remedy.
TEST_F(BadInput, MasslessBodyInContact) {
    World world;
    MobilizedBody::Translation carrier(world.matter.updGround(), Body::Massless());
    MobilizedBody::Weld load(carrier, Body::Rigid(bodyOf(1)));
    world.contacts.addBody(world.set, carrier, ContactGeometry::Sphere(0.1), Vec3(0));
    HertzMindlinForce hertz(world.forces, world.contacts, world.set);
    hertz.setMaterialForAll(rubber());
    hertz.setEffectiveMass(EffectiveMass::TwoBody);
    State state = world.start(carrier, Vec3(0, 0.09, 0));
    expectMessage([&] { world.system.realize(state, Stage::Dynamics); },
                  {"surface 0 on body 0 and surface 1 on body 1", "0 kg", "setEffectiveMass() [kg]"});
    hertz.setEffectiveMass(1.0);
    state = world.start();
    carrier.setQToFitTranslation(state, Vec3(0, 0.09, 0));
    EXPECT_NO_THROW(world.system.realize(state, Stage::Dynamics));
}

// Two surfaces that cannot move against each other have the mass of the two bodies, and a warning names them when they touch.
TEST_F(BadInput, ImmovableBodiesInContact) {
    force.setMaterialForAll(rubber());
    State state = start();
    sphere.setQToFitTranslation(state, Vec3(0, 0.09, 0));
    sphere.lock(state);
    const Heard heard;
    system.realize(state, Stage::Dynamics);
    EXPECT_EQ(heard.warnings(), 1);
    for (const char* part : {"surface 0 on body 0 and surface 1 on body 1", "neither can move", "setEffectiveMass() [kg]"})
        EXPECT_NE(heard.text.str().find(part), std::string::npos) << heard.text.str();
}

// Reading dissipated energy that was not tracked is an error, not zero.
TEST_F(BadInput, UntrackedDissipatedEnergy) {
    force.setMaterialForAll(rubber());
    const State state = start();
    expectMessage([&] { force.getDissipatedEnergy(state); }, {"setTrackDissipatedEnergy(true)", "realizeTopology()"});
}

} // namespace
} // namespace test_bad_input

// Tests that one impact converges as the accuracy becomes tighter: a rod whose lower end slides, stops, slips back and turns while it touches.

#include "Scene.h"

#include <simbodydem/SimbodyIntegrators.h>
#include <simbodydem/laws/tangential/MindlinConservative.h>

namespace test_impact_order {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct Impact {
    Real dampingRatio, friction, restitution, offset, lateralSpeed;
    bool isKelvinVoigt = false;
};

// Returns the speeds after the impact of a rod of 1 kg with a ball of 20 mm at its lower end, by Runge-Kutta-Merson or by ContactIntegrator.
Vector speedsAfter(const Impact& impact, bool isExplicit, Real accuracy) {
    const auto material = SurfaceMaterial()
                              .setYoungsModulus(1e7)
                              .setPoissonsRatio(0.45)
                              .setRestitution(impact.restitution)
                              .setFriction(impact.friction);
    Scene scene(material);
    scene.addFloor("floor");
    MobilizedBody::Free rod(scene.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(0.005))));
    scene.add(rod, Sphere(0.02), Vec3(impact.offset, -0.1, 0), "ball");
    const DEMContactForce contact(
        scene.forces, scene.surfaces, HertzNormal(),
        MindlinSecant().setTangentialDampingRatio(impact.dampingRatio).setKelvinVoigt(impact.isKelvinVoigt));
    State state = scene.start(rod, Vec3(0, 0.1203, 0), Vec3(0.8, -1, impact.lateralSpeed));
    const Real end = 0.05;
    if (isExplicit) {
        RungeKuttaMersonIntegrator integrator(scene.system);
        integrator.setAccuracy(accuracy);
        prepareIntegrator(integrator);
        TimeStepper stepper(scene.system, integrator);
        stepper.initialize(state);
        stepper.stepTo(end);
        return integrator.getState().getU();
    }
    ContactIntegrator integrator(scene.system, contact);
    integrator.setAccuracy(accuracy);
    integrator.initialize(state);
    integrator.stepTo(end);
    return integrator.getState().getU();
}

Real errorOf(const Impact& impact, bool isExplicit, Real accuracy, const Vector& exact) {
    return (speedsAfter(impact, isExplicit, accuracy) - exact).norm();
}

// In a plane the error of the speeds after an impact falls with the accuracy, with a dashpot along the slip that exceeds the limit of friction
// and with one that does not, where the slip stops, reverses or continues. At 1e-8 it is below 1e-6 m/s.
TEST(ImpactOrder, ConvergesInAPlane) {
    for (const Impact& impact : {Impact{0.5, 0.9, 1, 0.13, 0}, Impact{0.5, 0.9, 1, 0.08, 0}, Impact{0.4, 0.7, 1, 0.1, 0},
                                 Impact{0.5, 0.9, 0.2, 0.08, 0}, Impact{0.4, 50, 1, 0.1, 0}, Impact{1, 0.3, 1, 0, 0}}) {
        const Vector exact = speedsAfter(impact, true, 1e-11);
        for (const bool isExplicit : {true, false}) {
            const Real error = errorOf(impact, isExplicit, 1e-8, exact), loose = errorOf(impact, isExplicit, 1e-5, exact);
            EXPECT_LT(error, 1e-6) << impact.dampingRatio << " " << impact.friction << " " << impact.offset << " " << isExplicit;
            EXPECT_LT(loose, 1e-3);
        }
    }
}

// Without a dashpot the error of slip that turns falls as well, below 2e-5 m/s at 1e-8, in as many steps as HuntCrossleyForce takes.
TEST(ImpactOrder, ConvergesWhereSlipTurns) {
    const Impact impact{0, 0.3, 1, 0.13, 0.5};
    const Vector exact = speedsAfter(impact, true, 1e-11);
    for (const bool isExplicit : {true, false}) {
        EXPECT_LT(errorOf(impact, isExplicit, 1e-8, exact), 2e-5) << isExplicit;
        EXPECT_LT(errorOf(impact, isExplicit, 1e-6, exact), 2e-4) << isExplicit;
    }
}

// With a Kelvin-Voigt element the error falls in space too, for weak and strong dashpots, low and high friction, elastic and damped impacts.
// Without it the second impact is off by 9e-3 m/s at 1e-8.
TEST(ImpactOrder, ConvergesInSpaceWithKelvinVoigtElement) {
    for (const Impact& impact :
         {Impact{0.05, 0.3, 1, 0.13, 0.5, true}, Impact{0.5, 0.9, 0.2, 0.13, 0.5, true}, Impact{0.5, 0.9, 1, 0.08, 0.3, true},
          Impact{1, 0.3, 1, 0, 0.2, true}, Impact{0.3, 5, 1, 0.1, 0.5, true}, Impact{0.5, 50, 0.2, 0.15, 0.1, true}}) {
        const Vector exact = speedsAfter(impact, true, 1e-11);
        for (const bool isExplicit : {true, false}) {
            const Real error = errorOf(impact, isExplicit, 1e-8, exact), loose = errorOf(impact, isExplicit, 1e-5, exact);
            EXPECT_LT(error, 1e-5) << impact.dampingRatio << " " << impact.friction << " " << impact.offset << " " << isExplicit;
            EXPECT_LT(loose, 2e-3) << impact.dampingRatio << " " << impact.friction << " " << impact.offset << " " << isExplicit;
        }
    }
}

// A conservative spring pushes along the normal in substeps too: the energy account of an elastic impact whose slip turns is closed.
TEST(ImpactOrder, SubstepsKeepTheForceAlongTheNormal) {
    const auto material = SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.45).setRestitution(1).setFriction(0.9);
    Scene scene(material);
    scene.addFloor("floor");
    MobilizedBody::Free rod(scene.matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), Inertia(0.005))));
    scene.add(rod, Sphere(0.02), Vec3(0.13, -0.1, 0), "ball");
    DEMContactForce contact(scene.forces, scene.surfaces, HertzNormal(), MindlinConservative());
    contact.setTrackDissipatedEnergy(true);
    State state = scene.start(rod, Vec3(0, 0.1203, 0), Vec3(0.8, -1, 0.5));
    ContactIntegrator integrator(scene.system, contact);
    integrator.setAccuracy(1e-7);
    integrator.initialize(state);
    integrator.stepTo(0.05);
    const DissipatedEnergy heat = contact.getDissipatedEnergyByCause(integrator.getState());
    EXPECT_GT(heat.friction, 0.5);
    EXPECT_LT(std::abs(heat.unaccounted), 1e-5); // 4e-7 J at this accuracy; 0.06 J without the force along the normal
}

} // namespace
} // namespace test_impact_order

// A pad with the contact numbers of a robot engine, and a rotor behind a gear. Prints how deep the pad sinks in, and the inertia that a
// joint has with the rotor.
#include <simbodydem/simbodydem.h>

#include <cstdio>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

// rotor begins
// Adds a rotor to the joint of a Pin: its inertia about the axis, times the square of the gear ratio, is MuJoCo's armature.
void addRotor(SimbodyMatterSubsystem& matter, const MobilizedBody& jointBody, Real gearRatio,
              const MassProperties& rotor) {
    MobilizedBody& parent = matter.updMobilizedBody(jointBody.getParentMobilizedBody().getMobilizedBodyIndex());
    const MobilizedBody::Pin spinning(parent, jointBody.getDefaultInboardFrame(), Body::Rigid(rotor), Transform());
    Constraint::SpeedCoupler(
        matter, new Function::Linear(Vector(Vec3(gearRatio, -1, 0))), // gearRatio u - u_rotor + 0 = 0
        std::vector<MobilizedBodyIndex>{jointBody.getMobilizedBodyIndex(), spinning.getMobilizedBodyIndex()},
        std::vector<MobilizerUIndex>{MobilizerUIndex(0), MobilizerUIndex(0)});
}
// rotor ends

Real sinkOf(const DEMContactForce& force, const MultibodySystem& system, State state, MobilizedBody& pad, Real radius) {
    pad.setQToFitTranslation(state, Vec3(0, 0, radius));
    ContactIntegrator integrator(system, force);
    integrator.initialize(state);
    integrator.stepTo(1);
    return radius - pad.getBodyOriginLocation(integrator.getState())[2];
}

int main() {
    // modulus begins
    const Real stiffness = 1e5, load = 30, radius = 0.02; // [N/m], [N], [m]
    const SurfaceMaterial elastic = SurfaceMaterial().setPoissonsRatio(0.45).setYoungsModulusForOverlap(
        load / stiffness, load, radius, CounterSurface::Equal); // 49 MPa
    // modulus ends
    for (const bool isLinear : {false, true}) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        GeneralForceSubsystem forces(system);
        Force::Gravity(forces, matter, -ZAxis, 10);
        MobilizedBody::Free pad(matter.Ground(),
                                Body::Rigid(MassProperties(load / 10, Vec3(0), UnitInertia::sphere(radius))));
        ContactSurfaces surfaces(matter);
        // material begins
        const Real sliding = 0.8, torsional = 0.005; // MuJoCo's friction [-], [m]
        const Real zeta = 0.2, restitution = 0.57;   // damping ratio of MuJoCo's solref, and its restitution [-]
        const auto rubber = SurfaceMaterial(elastic)
                                .setRestitution(restitution)
                                .setFriction(sliding)
                                .setTwistingFriction(torsional / radius) // condim 4
                                .setRollingFriction(0);                  // EPSDRolling needs a value
        // material ends
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::facing(Vec3(0, 0, 1)), rubber, "floor");
        surfaces.add(pad, Sphere(radius), Vec3(0), rubber, "pad");
        Real sink = NaN;
        if (isLinear) {
            // linear begins
            CundallForce force(forces, surfaces, LinearNormal().setStiffness(stiffness).setDampingRatio(zeta),
                               CundallSlider().setTangentialDampingRatio(zeta), EPSDRolling());
            // linear ends
            sink = sinkOf(force, system, system.realizeTopology(), pad, radius);
        } else {
            // hertz begins
            HertzMindlinForce force(forces, surfaces, HertzNormal(), MindlinSecant(), EPSDRolling());
            // hertz ends
            sink = sinkOf(force, system, system.realizeTopology(), pad, radius);
        }
        std::printf("%s: the pad sinks in by %.4f mm\n", isLinear ? "linear" : "Hertz", 1e3 * sink);
    }

    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Body::Rigid link(MassProperties(2, Vec3(0.3, 0, 0), Inertia(Vec3(0.3, 0, 0), 2) + Inertia(0.02)));
    const MobilizedBody::Pin arm(matter.Ground(), Vec3(0), link, Vec3(0));
    Force::MobilityConstantForce(forces, arm, 0, 3);
    // armature begins
    const MassProperties rotor(0.05, Vec3(0), 0.05 * UnitInertia::cylinderAlongZ(0.02, 0.01)); // 1e-5 kg m^2 about z
    addRotor(matter, arm, 50, rotor);                                                          // armature 0.025 kg m^2
    // armature ends
    const State state = system.realizeTopology();
    system.realize(state, Stage::Acceleration);
    std::printf("the torque of 3 N m accelerates the arm as an inertia of %.4f kg m^2\n", 3 / arm.getUDot(state));
}

// SPDX-License-Identifier: Apache-2.0
// The leg of python/examples/grain_foot.py in C++, on fewer grains and for 60 ms. At each 4 ms it prints the coordinates and the wrench on the foot.
#include <Simbody.h>

#include <simbodydem/grains.h>
#include <simbodydem/simbodydem.h>

#include <cmath>
#include <exception>
#include <iostream>

using namespace SimTK;
using namespace simbodydem;

namespace {

void land() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, UnitVec3(Vec3(0, 0, -9.81)), 9.81);
    const SurfaceMaterial stone =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.25).setRestitution(0.3).setFriction(0.6);
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-0.045, -0.03, 0), Vec3(0.045, 0.03, 0.3)).setInterval(8));
    bed.setLaw(ContactModel(HertzNormal(), MindlinIncremental()), stone);
    bed.fill(Pouring(GrainRadii(0.003, 0.004)).setCount(200));

    const Real c = std::cos(Pi / 2); // not quite 0, as in Python
    const Rotation upwards(Mat33(c, 0, -1, 0, 1, 0, 1, 0, c), true), across(Mat33(1, 0, 0, 0, c, 1, 0, -1, c), true);
    MobilizedBody::Slider trunk(matter.Ground(), upwards,
                                Body::Rigid(MassProperties(0.3, Vec3(0), Inertia(SymMat33(1e-4, 0, 1e-4, 0, 0, 1e-4)))), upwards);
    const Vec3 half(0.02, 0.015, 0.006);
    const Vec3 moments = UnitInertia::brick(half).getMoments();
    const SymMat33 inertia(0.05 * moments[0], 0, 0.05 * moments[1], 0, 0, 0.05 * moments[2]);
    MobilizedBody::Pin foot(trunk, Transform(across, Vec3(0, 0, -0.1)), Body::Rigid(MassProperties(0.05, Vec3(0), Inertia(inertia))),
                            Transform(across, Vec3(0, 0, 0.006)));
    JointForces joints(forces, matter);
    joints.add(foot, MobilizerUIndex(0), JointSettings().setServo(0.5, 0.005, Infinity), "");
    const SurfaceIndex sole = bed.addSurface(foot, Brick(half, 0.002), Transform(), stone, "foot");

    State state = system.realizeTopology();
    trunk.setQ(state, bed.measure().highest + 0.1 + 0.012 + 0.005);
    ContactIntegrator integrator(system, joints);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    for (int i = 0; i < 15; ++i) {
        stepper.stepTo((i + 1) * 0.004);
        const State& now = stepper.getState();
        system.realize(now, Stage::Position);
        const SpatialVec wrench = bed.getWrench(now, sole);
        std::cout << now.getQ()[0] << ' ' << now.getQ()[1] << ' ' << wrench[1][0] << ' ' << wrench[1][2] << ' ' << wrench[0][1] << '\n';
    }
}

} // namespace

int main() {
    try {
        land();
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}

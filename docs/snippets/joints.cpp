// Holds an arm against gravity by the friction of its joint, and turns it by a servo.
#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const Body::Rigid link(MassProperties(1, Vec3(0.25, 0, 0), Inertia(Vec3(0.25, 0, 0), 1) + Inertia(0.02)));
    MobilizedBody::Pin forearm(matter.Ground(), Vec3(0), link, Vec3(0));
    // forces begins
    JointForces joints(forces, matter);
    const JointSettings settings = JointSettings()
                                       .setFriction(/*limit [N m]*/ 4, /*k [N m/rad]*/ 4000, /*c [N m s/rad]*/ 36)
                                       .setStops(-2, 2, /*k [N m/rad]*/ 2000, /*a [s/rad]*/ 0.5)
                                       .setServo(/*kp [N m/rad]*/ 60, /*kd [N m s/rad]*/ 2, /*limit [N m]*/ 33);
    const JointNumber elbow = joints.add(forearm, MobilizerUIndex(0), settings, "elbow");
    // forces ends
    // run begins
    ContactIntegrator integrator(
        system, joints); // with contacts: ContactIntegrator(system, force), then addJointForces(joints)
    integrator.setFixedStepSize(0.002);
    integrator.initialize(system.realizeTopology());
    for (int i = 1; i <= 200; ++i) {
        joints.setTarget(integrator.updState(), elbow, 0.5); // at each control step
        integrator.stepTo(0.01 * i);
    }
    // run ends
    const JointRecord record = joints.calcRecord(integrator.getState(), elbow);
    std::printf("angle %.3f rad, friction %.2f N m, servo %.2f N m\n", forearm.getAngle(integrator.getState()),
                record.friction, record.servo);
}

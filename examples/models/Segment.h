#ifndef MODELS_SEGMENT_H
#define MODELS_SEGMENT_H

#include "Simbody.h"

#include <cmath>

namespace lab {

/** A limb that hangs on a pin, its centre of mass half its length below. */
struct Segment {
    SimTK::MobilizedBody::Pin body;
    SimTK::Force::LinearBushing spring; ///< with a damper: knows what it stores and what it has turned into heat
};

/** @param joint  in the parent's frame [m]
@param angle  at which the spring is slack [rad]
@param stiffness, damping  of the joint [N m/rad], [N m s/rad] */
inline Segment addSegment(SimTK::GeneralForceSubsystem& forces, SimTK::MobilizedBody& parent, const SimTK::Vec3& joint,
                          SimTK::Real mass, SimTK::Real length, SimTK::Real angle, SimTK::Real stiffness,
                          SimTK::Real damping) {
    using namespace SimTK;
    const Vec3 com(0, -length / 2, 0);
    const Inertia central = mass * UnitInertia::brick(Vec3(0.04, length / 2, 0.04));
    MobilizedBody::Pin body(parent, joint,
                            Body::Rigid(MassProperties(mass, com, central.shiftFromMassCenter(com, mass))), Vec3(0));
    body.addBodyDecoration(com, DecorativeCylinder(0.04, length / 2).setColor(Blue).setOpacity(0.6));
    return {body, Force::LinearBushing(forces, parent, Transform(Rotation(angle, ZAxis), joint), body, Transform(),
                                       Vec6(0, 0, stiffness, 0, 0, 0), Vec6(0, 0, damping, 0, 0, 0))};
}

/** Joints of a leg [rad], from the upper to the lower segment; 0 is a straight leg with the foot at a right angle. */
struct Posture {
    SimTK::Real hip, knee, ankle;
};

/** That puts a flat foot at (x, -y) from the hip, the knee in front. @param length  of thigh and shank each [m] */
inline Posture solvePosture(SimTK::Real x, SimTK::Real y, SimTK::Real length) {
    const SimTK::Real bend = 2 * std::acos(std::hypot(x, y) / (2 * length));
    const SimTK::Real hip = std::atan2(x, y) + bend / 2;
    return {hip, -bend, bend - hip};
}

} // namespace lab

#endif

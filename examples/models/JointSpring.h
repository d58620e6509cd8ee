#ifndef MODELS_JOINT_SPRING_H
#define MODELS_JOINT_SPRING_H

#include "Simbody.h"

namespace lab {

/** A spring and damper about a pin's axis z, which knows what it stores and what it has turned into heat.
@param joint  in the parent's frame [m]; the child's is its origin
@param angle  at which the spring is slack [rad]
@param stiffness, damping  [N m/rad], [N m s/rad] */
inline SimTK::Force::LinearBushing addJointSpring(SimTK::GeneralForceSubsystem& forces,
                                                  const SimTK::MobilizedBody& parent, const SimTK::Vec3& joint,
                                                  const SimTK::MobilizedBody& child, SimTK::Real angle,
                                                  SimTK::Real stiffness, SimTK::Real damping) {
    using namespace SimTK;
    return Force::LinearBushing(forces, parent, Transform(Rotation(angle, ZAxis), joint), child, Transform(),
                                Vec6(0, 0, stiffness, 0, 0, 0), Vec6(0, 0, damping, 0, 0, 0));
}

} // namespace lab

#endif

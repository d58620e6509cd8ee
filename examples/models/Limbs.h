#ifndef MODELS_LIMBS_H
#define MODELS_LIMBS_H

#include "Model.h"

#include <cmath>

namespace lab {

/** Limbs that hang on pins, each with its centre of mass half its length below, and springs with dampers. */
struct Limbs {
    std::vector<SimTK::MobilizedBody::Pin> bodies;
    std::vector<SimTK::Force::LinearBushing> springs; ///< know what they store and what they have turned into heat
    std::vector<Real> posture;                        ///< in which the springs are slack [rad]

    /** @param joint  in the parent's frame [m]
    @param angle  at which the spring is slack [rad]
    @param stiffness, damping  of the joint [N m/rad], [N m s/rad] */
    SimTK::MobilizedBody add(Model& model, SimTK::MobilizedBody parent, const SimTK::Vec3& joint, Real mass,
                             Real length, Real angle, Real stiffness, Real damping) {
        using namespace SimTK;
        const Vec3 com(0, -length / 2, 0);
        auto& body = bodies.emplace_back(parent, joint, makeBrick(mass, Vec3(0.04, length / 2, 0.04), com), Vec3(0));
        body.addBodyDecoration(com, DecorativeCylinder(0.04, length / 2).setColor(Blue).setOpacity(0.6));
        springs.emplace_back(model.forces, parent, Transform(Rotation(angle, ZAxis), joint), body, Transform(),
                             Vec6(0, 0, stiffness, 0, 0, 0), Vec6(0, 0, damping, 0, 0, 0));
        posture.push_back(angle);
        return body;
    }

    void takePosture(SimTK::State& state) {
        for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].setAngle(state, posture[i]);
    }
};

/** Joints of a leg [rad], from the upper to the lower segment; 0 is a straight leg with the foot at a right angle. */
struct Posture {
    Real hip, knee, ankle;
};

/** That puts a flat foot at (x, -y) from the hip, the knee in front. @param length  of thigh and shank each [m] */
inline Posture solvePosture(Real x, Real y, Real length) {
    const Real bend = 2 * std::acos(std::hypot(x, y) / (2 * length));
    const Real hip = std::atan2(x, y) + bend / 2;
    return {hip, -bend, bend - hip};
}

} // namespace lab

#endif

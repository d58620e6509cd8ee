#ifndef MODELS_LEGS_H
#define MODELS_LEGS_H

#include "Model.h"

#include <cmath>

namespace lab {

/** Builds legs that hang on pins with springs and dampers. The centre of mass of each segment is half its length below its pin. */
struct Legs {
    static constexpr Real length = 0.42, ankleHeight = 0.08; ///< of thigh and shank each; above the sole [m]

    std::vector<SimTK::Force::LinearBushing> springs; ///< account for the energy that they store and dissipate

    /** Adds a leg below the origin of the trunk. It starts with slack springs, with a flat foot at (x, -y) from the hip and with the
    knee in front. @returns the foot
    @param masses, stiffnesses, dampings  of thigh, shank and foot and the joints above them [kg], [N m/rad], [N m s/rad] */
    SimTK::MobilizedBody add(Model& model, const SimTK::MobilizedBody& trunk, Real x, Real y, const SimTK::Vec3& masses,
                             const SimTK::Vec3& stiffnesses, const SimTK::Vec3& dampings) {
        using namespace SimTK;
        const Real bend = 2 * std::acos(std::hypot(x, y) / (2 * length)), hip = std::atan2(x, y) + bend / 2;
        const Real angles[] = {hip, -bend, bend - hip}; // 0 is a straight leg with the foot at a right angle
        const Real lengths[] = {length, length, ankleHeight};
        MobilizedBody parent = trunk;
        Vec3 joint(0); // in the parent's frame
        for (int i = 0; i < 3; ++i) {
            const Vec3 half(0.04, lengths[i] / 2, 0.04), com(0, -half[1], 0);
            MobilizedBody::Pin body(parent, joint, makeBrick(masses[i], half, com), Vec3(0));
            body.setDefaultAngle(angles[i]);
            body.addBodyDecoration(com, DecorativeCylinder(0.04, half[1]).setColor(Blue).setOpacity(0.6));
            springs.emplace_back(model.forces, parent, Transform(Rotation(angles[i], ZAxis), joint), body, Transform(),
                                 Vec6(0, 0, stiffnesses[i], 0, 0, 0), Vec6(0, 0, dampings[i], 0, 0, 0));
            parent = body;
            joint = Vec3(0, -lengths[i], 0);
        }
        return parent;
    }
};

} // namespace lab

#endif

// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_TESTS_AREAS_BRISTLE_REFERENCE_H
#define SIMBODYDEM_TESTS_AREAS_BRISTLE_REFERENCE_H

#include "SimTKcommon.h"

#include <functional>
#include <vector>

// Bristles with Coulomb friction on a plane y = 0 under a rigid body whose motion is given, which use nothing of the library. Steps are so
// small that a bristle is dragged along a straight path in each.

struct BristleBed {
    SimTK::Real kn, kt, mu; // K/h, G/h [Pa/m], friction [-]
    /** Returns the signed distance of a point from the body, and the body's normal there; in the frame of the body. */
    std::function<SimTK::Real(const SimTK::Vec3&, SimTK::Vec3&)> distance;

    struct Wrench {
        SimTK::Vec3 force = SimTK::Vec3(0), moment = SimTK::Vec3(0); // on the body, about its origin, in Ground
    };

    /** Moves the body along X(t) from t = 0. The bristles are `n` times `n` on a square of the plane about `middle`. */
    Wrench run(const std::function<SimTK::Transform(SimTK::Real)>& X, SimTK::Real end, int steps, const SimTK::Vec3& middle,
               SimTK::Real halfWidth, int n) const {
        using SimTK::Real;
        using SimTK::Vec3;
        Wrench sum;
        const Real width = 2 * halfWidth / n;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                const Vec3 place = middle + Vec3((i + 0.5) * width - halfWidth, 0, (j + 0.5) * width - halfWidth);
                Vec3 anchor(0), shear(0), normal(0); // the anchor is a point of the body
                bool touches = false;
                Real pressure = 0;
                for (int k = 0; k <= steps; ++k) {
                    const SimTK::Transform pose = X(end * k / steps);
                    const Vec3 inBody = ~pose * place;
                    const Real depth = -distance(inBody, normal);
                    if (!(depth > 0)) {
                        touches = false;
                        shear = Vec3(0);
                        pressure = 0;
                        continue;
                    }
                    normal = pose.R() * normal;
                    if (!touches) anchor = inBody;
                    touches = true;
                    pressure = kn * depth;
                    Vec3 displacement = pose * anchor - place; // of the body past the cell
                    displacement -= dot(displacement, normal) * normal;
                    const Real longest = mu * pressure / kt;
                    if (displacement.norm() > longest) {
                        displacement *= longest / displacement.norm();
                        anchor = ~pose * (place + displacement);
                    }
                    shear = -kt * displacement;
                }
                if (!touches) continue;
                // The cells lie on the plane, and the body's normal points down to them.
                const Vec3 force = width * width * (-pressure * normal + shear);
                sum.force += force;
                sum.moment += (place - X(end).p()) % force;
            }
        return sum;
    }
};

#endif
